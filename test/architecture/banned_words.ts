/**
 * One word per concept: CONTRIBUTING.md, *Vocabulary*. A word is listed when nothing uses it any more. `pattern` is
 * what a name may not contain, `instead` is the suggestion in the message, `allowed` lists the exceptions.
 */
export type BannedWord = { pattern: RegExp; instead: string; allowed?: readonly string[] };

/**
 * Applies to identifiers in `camelCase`, `PascalCase` and `UPPER_CASE`; each is matched in lower case with `_` between
 * its parts.
 */
export const bannedInNames: readonly BannedWord[] = [
  // idleTimeoutMillis belongs to tarn; the others are time formats in provider files.
  {
    pattern: /(^|_)millis(_|$)/,
    instead: 'Ms',
    allowed: ['idleTimeoutMillis', 'unixMillis', 'epochMillis', 'waitMillis', 'lag_millis'],
  },
  // A lease is renewed; a token is refreshed.
  { pattern: /(^|_)renew/, instead: 'refresh', allowed: ['renewLease', 'renewedDateTime'] },
  { pattern: /^most_|_most(_|$)/, instead: 'max', allowed: ['isMostUsedVersion'] },
  { pattern: /^least_|_least(_|$)/, instead: 'min or default' },
  { pattern: /(^|_)(nudge|bell)(_|$)/, instead: 'wake, waker' },
  { pattern: /(^|_)(ear|ears|hear)(_|$)/, instead: 'event handler, handleEvents' },
  { pattern: /^does$/, instead: 'useCases' },
  { pattern: /(^|_)away(_|$)/, instead: 'unavailable' },
  { pattern: /(^|_)budget_spent|stand_back/, instead: 'RateLimitExhausted, yieldToRateLimit' },
  { pattern: /(^|_)setback/, instead: 'ReadFailure, classifyFailure' },
  {
    pattern: /(^|_)put_off/,
    instead: 'defer, deferred',
    // The column, and the migration that made it.
    allowed: ['put_offs', 'putOffBackfills'],
  },
  { pattern: /patience_ms$/, instead: 'maxWaitMs, …_TIMEOUT_MS' },
  { pattern: /refresh_spend|note_spend/, instead: 'RefreshTokenState', allowed: ['refreshSpends'] },
  { pattern: /spread_revision/, instead: 'propagateRevision' },
  { pattern: /keep_sign_in/, instead: 'saveAuthorization' },
  {
    pattern: /kept_(page|body|call|range|keys|source|store)s?$|page_box/,
    instead: 'archived…, pageCipher',
    allowed: ['keptPages'],
  },
  { pattern: /(^|_)surroundings$/, instead: 'validationContext' },
  { pattern: /(^|_)spots?(_|$)/, instead: 'node' },
  { pattern: /(^|_)(quantum|lend)(_|$)/, instead: 'time slice, yield' },
  { pattern: /^(living|buried)$|wordless/, instead: 'current, deleted; say what it is' },
];

/**
 * Applies to file paths. Migrations keep the names that databases have stored; provider files have the providers'
 * names.
 */
export const bannedInPaths: readonly BannedWord[] = [
  ...bannedInNames.map(({ pattern, instead }) => ({ pattern, instead })),
  { pattern: /(^|_)kept(_|$)/, instead: 'archive, archived' },
];

/** Applies to comments, texts and docs, by whole words. Words that are still in use are not listed yet. */
export const bannedInTexts: readonly BannedWord[] = [
  { pattern: /\bred form\b/i, instead: 'negative control' },
  { pattern: /\bmakes twice harmless\b/i, instead: 'idempotent' },
  { pattern: /\bNot acceptable in this state\b/, instead: 'Unprocessable content' },
  { pattern: /\bThere is nothing at this address\b/, instead: 'No such endpoint.' },
  { pattern: /\bwent wrong on our side\b/, instead: 'Internal error.' },
  { pattern: /\bFound out:/, instead: 'Inferred:' },
];

/** The ending of a setting's name by the unit of its value; the setting's doc names the same unit in words. */
export const unitOfDoc: readonly { says: RegExp; ends: string }[] = [
  { says: /\(milliseconds[,)]/, ends: '_MS' },
  { says: /\bin seconds\b/, ends: '_SECONDS' },
  { says: /\bbytes\b/i, ends: '_BYTES' },
  { says: /^Percent\b/, ends: '_PERCENT' },
];

/** Titles that differ from RFC 9110's reason phrase of their status, because they say more. */
export const ownTitles: Readonly<Record<string, string>> = {
  alreadyExists: 'Already exists',
  providerFailed: 'Provider failed',
};
