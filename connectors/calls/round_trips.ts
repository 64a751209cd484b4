/**
 * Estimates the latest time at which a call arrived at a provider, from the time of its response. A provider that
 * always takes half a second takes it after the call has arrived. Only the time beyond the fastest recent response may
 * have passed on the way there. Until enough responses are known, all of it may have.
 */
export type RoundTrips = {
  /** @returns a local time, like both arguments. */
  arrivedBy(sentAt: number, answeredAt: number): number;
};

const ENOUGH = 20;

export function createRoundTrips(): RoundTrips {
  let before = Number.POSITIVE_INFINITY;
  let current = Number.POSITIVE_INFINITY;
  let count = 0;

  return {
    arrivedBy(sentAt, answeredAt) {
      const took = answeredAt - sentAt;
      const usual = Math.min(before, count >= ENOUGH ? current : Number.POSITIVE_INFINITY);
      current = Math.min(current, took);
      count += 1;
      // Uses the fastest of the last hundred or so, because a provider may become slower.
      if (count === 100) [before, current, count] = [current, Number.POSITIVE_INFINITY, 0];
      return answeredAt - (usual === Number.POSITIVE_INFINITY ? 0 : Math.min(usual, took));
    },
  };
}
