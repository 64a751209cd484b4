import type { FailureKind, ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import { getPath } from '../../connectors/engine/json_path.ts';
import type { ProviderRecord } from '../../connectors/engine/read/read.ts';
import type { Json } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { comparable } from './messages/comparable.ts';
import type { ReplayCase } from './replay_case.ts';

export type Outcome = { records: ProviderRecord[]; pages: number; isEnded: boolean };

/** How an outcome differs from the expected one; null when it does not. */
export function outcomeFault(replayCase: ReplayCase, { records, isEnded }: Outcome): string | null {
  const { expected } = replayCase;
  if (expected.ok === false) return `read ${records.length} records where the source fails`;
  const endFault = expected.models ? (isEnded ? null : 'did not end by itself') : pageFault(replayCase, isEnded);
  return endFault ?? (expected.models ? templateFault(replayCase, records) : connectorFault(replayCase, records));
}

function pageFault({ expected }: ReplayCase, isEnded: boolean): string | null {
  if (expected.done === true && !isEnded) return 'did not end where the source does';
  return expected.nextPage && isEnded ? 'ended where the source goes on' : null;
}

/**
 * Compares the records with those of the reference connector, by id. If they have no id, the raw records must be equal.
 */
function connectorFault({ expected }: ReplayCase, records: readonly ProviderRecord[]): string | null {
  const wanted = expected.records ?? [];
  if (wanted.length === 0)
    return expected.rows === undefined || expected.rows === records.length
      ? null
      : `read ${records.length} records, not ${expected.rows}`;
  const byId = wanted.every(({ id }) => (scalarText(id) ?? '') !== '');
  if (byId)
    return difference(
      wanted.map(({ id }) => scalarText(id) as string),
      records.map(idOf),
    );
  return difference(
    wanted.map(({ raw }) => comparable(raw ?? null)),
    records.map(({ raw }) => comparable(raw)),
    'raw records',
  );
}

/**
 * Compares the records with the results of a template, which may map and drop records. So every id in its results must
 * have been read, and every read record must be in a raw list of the recording.
 */
function templateFault({ exchanges, expected }: ReplayCase, records: readonly ProviderRecord[]): string | null {
  const ids = records.map(idOf);
  const wanted = Object.values(expected.models ?? {})
    .flatMap((model) => model.records ?? [])
    .map((record) => scalarText(record['id']) ?? '');
  const { rawRecords } = expected;
  if (!rawRecords?.exact)
    return difference(
      wanted.map((id) => idIn(id, ids)),
      ids,
    );
  if (rawRecords.rawCount === rawRecords.idsExpected) return difference(wanted, ids);
  const raw = exchanges.flatMap(({ response }) => rawIds(response.body, rawRecords));
  return difference(
    wanted,
    ids.filter((id) => wanted.includes(id) || !raw.includes(id)),
  );
}

/**
 * Finds the id in a template's id. Templates add text around it (`owner/repo/<id>`, `<id>_suffix`) and their own
 * separators.
 */
function idIn(wanted: string, ids: readonly string[]): string {
  const parts = partsOf(wanted);
  return (
    ids.find((id) => id === wanted) ??
    ids.find((id) => parts.includes(' ') && partsOf(id) === parts) ??
    ids.find((id) => id !== '' && wanted.split(/[/:|_]/).includes(id)) ??
    wanted
  );
}

function partsOf(id: string): string {
  return id
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .join(' ');
}

function rawIds(body: Json | undefined, { arrayPath, idField }: { arrayPath: string; idField: string }): string[] {
  const list = getPath(body, arrayPath);
  return (Array.isArray(list) ? list : []).map((record) => scalarText(getPath(record, idField)) ?? '');
}

function idOf({ id }: ProviderRecord): string {
  return id ?? '(no id)';
}

function difference(wanted: readonly string[], read: readonly string[], what = 'ids'): string | null {
  const times = (ids: readonly string[], id: string) => ids.filter((one) => one === id).length;
  const twice = read.filter((id, at) => read.indexOf(id) !== at && times(read, id) > Math.max(1, times(wanted, id)));
  const missing = wanted.filter((id) => !read.includes(id));
  const extra = read.filter((id) => !wanted.includes(id));
  const faults = [
    ['twice', twice],
    ['missing', missing],
    ['not expected', extra],
  ] as const;
  const said = faults
    .filter(([, list]) => list.length > 0)
    .map(
      ([name, list]) =>
        `${list.length} ${what} ${name} (${list
          .slice(0, 3)
          .map((id) => id.slice(0, 60))
          .join(', ')})`,
    );
  return said.length > 0 ? said.join('; ') : null;
}

/** Error texts of the sources, and the failure kinds that we accept for each. */
const WORDS: readonly (readonly [RegExp, readonly FailureKind[]])[] = [
  [/access token invalid|not_authed|unauthori[sz]ed|invalid token/i, ['credentials']],
  [/forbidden/i, ['credentials', 'badRequest']],
  [/limit exceeded|rate limit|too many/i, ['rateLimit']],
  [/not found|HTTP status 404|gone or expired/i, ['notFound', 'badRequest']],
  [/bad request|caller error|HTTP status 4/i, ['badRequest', 'notFound']],
  [
    /key not found|not an array|parse error|bad response|retryable error|server error|HTTP status 5/i,
    ['providerFault'],
  ],
];

/** Why a failure is not the expected one; null when its kind fits the source's error. */
export function failureFault({ expected }: ReplayCase, failure: ProviderFailure): string | null {
  if (expected.ok !== false) return `failed as ${failure.kind}: ${failure.message}`;
  if (expected.errorStatuses)
    return expected.errorStatuses.includes(failure.status ?? 0)
      ? null
      : `failed with status ${failure.status ?? 'none'}`;
  const text = [expected.error, ...(expected.expectedErrs ?? [])].join('\n');
  // "key not found" is about the content of the answer, not about a missing record.
  const words = /key not found|not an array/.test(text) ? WORDS.slice(-1) : WORDS;
  const kinds = words.find(([pattern]) => pattern.test(text))?.[1] ?? [];
  return kinds.includes(failure.kind)
    ? null
    : `failed as ${failure.kind} where the source says "${text.split('\n')[0]?.slice(0, 80)}"`;
}
