/** The package's main module loads clients of all its databases (9 MB). This module has no dependencies. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import type { RateLimiterMemory } from 'rate-limiter-flexible';

  const Limiter: typeof RateLimiterMemory;
  export default Limiter;
}
