// Made by scripts/web/bundle.mjs from the public contract.
declare module 'causeway:operations' {
  /** Method, address with {parameters}, and credential: B for a builder token or a key, K for a key alone. */
  export const operations: Readonly<Record<string, readonly [string, string, 'B' | 'K']>>;
}
