import { Buffer } from 'node:buffer';
import { invalidPageToken } from '../../lib/ids/page_token.ts';
import type { Json } from '../rest/json.ts';

type Operation = Json<'Operation'>;
/** A page of operations from one service, newest first. `next`: the token of its next page, '' after the last page. */
type Page = { operations: Operation[]; next: string };
export type LoadOperations = (token: string, pageSize: number) => Promise<Page>;

/**
 * The position in the list of one service: the page `token`, and `after`, the last operation of that page that was
 * shown. Null at the end.
 */
type ServicePosition = { token: string; after: string } | null;
type ServicePositions = Record<string, ServicePosition>;

const START_POSITION = { token: '', after: '' };
const TOKEN_PREFIX = 'm1:';

/**
 * Makes one page of the operations of several services, newest first. Ids are ordered by time. A service may return a
 * short page although more pages follow; then operations older than the end of that page wait for a later page.
 */
export async function mergeOperations(
  sources: Readonly<Record<string, LoadOperations>>,
  { pageSize, pageToken }: { pageSize: number; pageToken: string },
): Promise<{ operations: Operation[]; nextPageToken: string }> {
  const positions = pageToken === '' ? {} : positionsIn(pageToken, Object.keys(sources));
  const names = Object.keys(sources).filter((name) => positions[name] !== null);
  const pages = await Promise.all(names.map((name) => pageOf(name)));
  const ends = pages.map(({ page }) => (page.next === '' ? '' : (page.operations.at(-1)?.id ?? AFTER_EVERY_ID)));
  const floor = ends.toSorted().at(-1) ?? '';
  const operations = pages
    .flatMap(({ page }) => page.operations)
    .filter(({ id }) => id >= floor)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, pageSize);
  const shown = new Set(operations.map(({ id }) => id));
  const next: ServicePositions = Object.fromEntries(
    Object.keys(sources).map((name): [string, ServicePosition] => {
      const found = pages.find((one) => one.name === name);
      return [name, found ? positionAfter(found, shown) : null];
    }),
  );
  const isOver = Object.values(next).every((position) => position === null);
  return { operations, nextPageToken: isOver ? '' : writeToken(next) };

  async function pageOf(name: string) {
    const { token, after: last } = positions[name] ?? START_POSITION;
    const page = await (sources[name] as LoadOperations)(token, pageSize);
    const operations = page.operations.filter(({ id }) => last === '' || id < last);
    return { name, token, last, page: { ...page, operations } };
  }
}

/** Sorts after every id. */
const AFTER_EVERY_ID = '~';

type FetchedPage = { token: string; last: string; page: Page };

function positionAfter({ token, last, page }: FetchedPage, shown: ReadonlySet<string>): ServicePosition {
  const left = page.operations.filter(({ id }) => !shown.has(id));
  if (left.length === 0) return page.next === '' ? null : { token: page.next, after: '' };
  return { token, after: page.operations.findLast(({ id }) => shown.has(id))?.id ?? last };
}

function writeToken(positions: ServicePositions): string {
  return Buffer.from(TOKEN_PREFIX + JSON.stringify(positions)).toString('base64url');
}

/**
 * Reads our page token. A token from a version without the writes service is a token of reads, which reads checks.
 * Throws invalidArgument.
 */
function positionsIn(token: string, names: readonly string[]): ServicePositions {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (!text.startsWith(TOKEN_PREFIX))
    return Object.fromEntries(names.map((name, at) => [name, at === 0 ? { token, after: '' } : null]));
  const positions = parseObject(text.slice(TOKEN_PREFIX.length));
  if (positions !== null && Object.values(positions).every(isPosition)) return positions as ServicePositions;
  throw invalidPageToken();
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function isPosition(value: unknown): boolean {
  if (value === null) return true;
  const { token, after: last } = (value ?? {}) as { token?: unknown; after?: unknown };
  return typeof token === 'string' && typeof last === 'string';
}
