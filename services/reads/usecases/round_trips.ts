/**
 * By when a call has arrived at a provider, as far as its answer tells. A provider that always takes half a second takes it
 * after the call has arrived; what a call took beyond the quickest of late may have passed on its way there. As long as too
 * few answers came to know the quickest, all of it may.
 */
export type RoundTrips = {
  /** @returns a local time, like both that are given. */
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
      // The quickest of the last hundred or so: a provider may grow slower.
      if (count === 100) [before, current, count] = [current, Number.POSITIVE_INFINITY, 0];
      return answeredAt - (usual === Number.POSITIVE_INFINITY ? 0 : Math.min(usual, took));
    },
  };
}
