/**
 * Estimates the latest time at which a call arrived at a provider, from the time of its response. The fastest recent
 * response shows the provider's usual processing time, which follows the arrival. Any time beyond it may have passed on
 * the way to the provider. Until enough responses are known, the whole time may have.
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
      // Uses the fastest of roughly the last hundred responses, because a provider may become slower.
      if (count === 100) [before, current, count] = [current, Number.POSITIVE_INFINITY, 0];
      return answeredAt - (usual === Number.POSITIVE_INFINITY ? 0 : Math.min(usual, took));
    },
  };
}
