/**
 * Estimates the latest time at which a call arrived at a provider, from the time of its response. The duration of the
 * fastest recent call is taken as the provider's usual processing time, which begins at the arrival. A slower call may
 * have spent the additional time on the way to the provider. Until enough responses are known, a call may have spent
 * its whole duration on the way.
 */
export type RoundTrips = {
  /** @returns a local time, like both arguments. */
  arrivedBy(sentAt: number, answeredAt: number): number;
};

/** The number of responses after which the fastest is taken as usual. */
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
