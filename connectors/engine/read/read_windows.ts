/**
 * Windowed reads, for lists that a provider returns for a limited number of days per request. The requested time is
 * split into windows, which are read one after the other, each with its own pages. The cursor holds the current window
 * and the end of the whole time span, so a read that is resumed days later still ends at the same time. Windows overlap
 * by one second by default: a record on the border is read twice, so that it cannot be missed. With `wholeDays`
 * (inclusive dates) windows do not overlap.
 */
import { fromIso, toIso } from '../../../lib/time/iso.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { ReadSpec } from '../file/provider.ts';
import type { CursorState, WindowPosition } from './cursor_text.ts';
import type { AnyPage, ReadAny } from './read_children.ts';
import type { ReadContext } from './read_plain.ts';

const DAY_MS = 86_400_000;

export async function readWindows(context: ReadContext, at: WindowPosition | null, readAny: ReadAny): Promise<AnyPage> {
  const { target, plan } = context;
  const { windows, ...spec } = plan.spec;
  const facts = windows as NonNullable<ReadSpec['windows']>;
  const { from, end } = at?.window ?? whole(context, facts);
  if (from > end) return { records: [], next: null };
  const to = Math.min(from + facts.days * DAY_MS - (facts.wholeDays ? 1 : 0), end);
  const inner = { ...context, plan: { ...plan, spec }, target: { ...target, since: toIso(from), until: toIso(to) } };
  const page = await readAny(inner, at?.at ?? null);
  return { ...page, next: after(page.next, { from, to, end }, facts) };
}

type Window = { from: number; to: number; end: number };

function after(
  inner: CursorState | null,
  { from, to, end }: Window,
  { overlapSeconds = 1, wholeDays }: NonNullable<ReadSpec['windows']>,
): WindowPosition | null {
  if (inner) return { window: { from, end }, at: inner };
  const border = wholeDays ? to + 1 : to - overlapSeconds * 1000;
  return to < end ? { window: { from: border, end }, at: null } : null;
}

/**
 * The whole time span of the read. It ends at `until` or now, whichever is earlier. It starts at `since`, but at most
 * `backDays` ago.
 */
function whole({ target, now, note }: ReadContext, facts: NonNullable<ReadSpec['windows']>): Omit<Window, 'to'> {
  const end = target.until === undefined ? now : Math.min(msOf(target.until), now);
  const oldest = now - facts.backDays * DAY_MS;
  const since = target.since === undefined ? oldest : msOf(target.since);
  if (target.since === undefined || since < oldest)
    note(`the read starts at ${toIso(oldest)}: the provider keeps ${facts.backDays} days`);
  const from = Math.max(since, oldest);
  return { from: facts.wholeDays ? Math.floor(from / DAY_MS) * DAY_MS : from, end };
}

function msOf(time: string): number {
  const ms = fromIso(time);
  if (ms === null) throw new ProviderFailure('badRequest', `"${time.slice(0, 40)}" is not an RFC 3339 time.`);
  return ms;
}
