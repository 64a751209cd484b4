/**
 * Whether our request may differ from the recorded connector's request at this key. HubSpot's documentation says that a
 * `select` property has one value and a `checkbox` property many; the connector creates a `select` for a multiSelect,
 * and we a `checkbox`.
 */
export function isBetterThanAsserted(key: string, asserted: string, given: string | undefined): boolean {
  return /^body (?:.* )?fieldType$/.test(key) && asserted === 'select' && given === 'checkbox';
}

type Difference = { reason: string; key: RegExp; value?: RegExp };

/**
 * Query keys of recorded requests that our requests deliberately do not have, with the reason. A case fails for any
 * other key that only the recording has.
 */
const LEFT_OUT: readonly Difference[] = [
  { reason: 'The order of a list: a read delivers all records in any order.', key: /sort|order|^direction$/i },
  {
    reason: 'The size of a page: the source chose it.',
    key: /(limit|size|per_?page|count|max|maxResults|top|first)\]?$/i,
  },
  {
    reason: 'The content of a record: the source chose it.',
    key: /^(include|\$expand|cols\[\d+\]|(optional_)?properties)$/,
  },
  { reason: 'The content of a record: the source chose it.', key: /(select|fields)\]?$|^sysparm_display_value$/i },
  {
    reason: "The provider's default, written out.",
    key: /^(archived|exclude_archived|exclude_deleted)$/,
    value: /^false$/,
  },
  { reason: "The provider's default, written out.", key: /^onlyCurrent$/, value: /^true$/ },
  { reason: "The provider's default, written out.", key: /^confidentiality$/, value: /^non-confidential$/ },
  { reason: "The provider's default, written out.", key: /^response_type$/, value: /^completed$/ },
  { reason: 'Deleted descriptions of events: a full read leaves out what is deleted.', key: /^showDeleted$/ },
  { reason: 'The form of the response: the engine understands both.', key: /^include_totals$/ },
  { reason: 'An option of Auth0 that adds blocks of another kind.', key: /^consider_brute_force_enablement$/ },
  { reason: 'A part of the list: the source chose these days.', key: /^(start|end|from)_date$/ },
  { reason: 'A part of the list: we read that of the organization or the channel.', key: /^(user|videoId)$/ },
  { reason: 'A part of the list: the source chose one folder.', key: /^folderId$/ },
  { reason: 'A search: its text belongs to the path that the caller names.', key: /^query$/ },
  { reason: 'Kinds of conversations: each kind needs a scope that the account may not have granted.', key: /^types$/ },
  { reason: "The provider's default, written out.", key: /^state$/, value: /^all$/ },
  { reason: 'An error of the recorder.', key: /^undefined$/ },
  { reason: 'Credentials: the case has none.', key: /^(access_token|key)$/ },
];

/** The reason why our request need not have this key; null when it must have it. */
export function allowedWithout(key: string, value: string): string | null {
  const isMeant = (one: Difference) => one.key.test(key) && (one.value === undefined || one.value.test(value));
  return LEFT_OUT.find(isMeant)?.reason ?? null;
}

type Spelling = { reason: string; provider: string; part: RegExp; as: string };

/**
 * Spellings of write paths that are equal for a provider: `part` is replaced by `as` on both sides before they are
 * compared.
 */
const SPELLINGS: readonly Spelling[] = [
  {
    reason: 'Zendesk documents the same path with and without .json.',
    provider: 'zendeskSupport',
    part: /\.json$/,
    as: '',
  },
  {
    reason: 'The version of the API: the source chose it.',
    provider: 'salesforce',
    part: /^\/services\/data\/v\d+\.\d+\//,
    as: '/services/data/(version)/',
  },
  {
    reason: 'The version of the API: HubSpot has one call at a numbered and at a dated path.',
    provider: 'hubspot',
    part: /^\/crm\/(?:v3\/objects|objects\/2026-03)\//,
    as: '/crm/(version)/objects/',
  },
];

/**
 * Both paths of a write with replaced spellings. `reason`: why they may differ, when only the replacement makes them
 * equal.
 */
export function respelled(provider: string, recorded: string, asked: string) {
  const own = SPELLINGS.filter((one) => one.provider === provider);
  const [one, other] = [recorded, asked].map((path) =>
    own.reduce((text, { part, as }) => text.replace(part, as), path),
  );
  const reason = own.map((spelling) => spelling.reason).join(' ');
  return { isSame: one === other, reason: one === other && recorded !== asked ? reason : null };
}

type Header = { reason: string; name: string; bodyless?: boolean };

/** Headers of recorded writes that our writes deliberately do not have. */
const HEADERS_LEFT_OUT: readonly Header[] = [
  { reason: 'The type of a body that the request does not have.', name: 'content-type', bodyless: true },
  { reason: 'Against forged forms of browsers; the source sends it with each request.', name: 'x-atlassian-token' },
];

/** The reason why our write need not have this header (in lower case); null when it must have it. */
export function allowedWithoutHeader(name: string, hasBody: boolean): string | null {
  const isMeant = (one: Header) => one.name === name && !(one.bodyless && hasBody);
  return HEADERS_LEFT_OUT.find(isMeant)?.reason ?? null;
}
