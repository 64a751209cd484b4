/** Its main module loads a client of every database it knows, 9 MB that a gateway never uses; this one stands alone. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import type { RateLimiterMemory } from 'rate-limiter-flexible';

  const Limiter: typeof RateLimiterMemory;
  export default Limiter;
}
