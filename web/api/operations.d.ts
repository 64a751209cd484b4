// scripts/web/bundle.mjs makes this module from the public contract.
declare module 'causeway:operations' {
  /** Method, path with {parameters}, and credential: B for a builder token or a key, K for a key only. */
  export const operations: Readonly<Record<string, readonly [string, string, 'B' | 'K']>>;
}
