/**
 * Lists that a provider gives for so many days at a time only: the time that was asked for is cut into windows, which
 * are read one after the other, each with its own pages. The window, and the end of all, stand in the cursor, so that a
 * read which goes on days later still ends where it was to end. Windows overlap by a second, unless the file says more:
 * what happened on the border comes twice rather than never. Where the provider counts whole days, the first and the last
 * among them, each day is asked for once.
 */
import { fromIso, toIso } from '../../../lib/time/iso.ts';
import type { CursorState, WindowPosition } from './cursor_text.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { ReadSpec } from '../file/provider.ts';
import type { AnyPage, ReadAny } from './read_children.ts';
import type { ReadContext } from './read_plain.ts';

const DAY = 86_400_000;

export async function readWindows(context: ReadContext, at: WindowPosition | null, readAny: ReadAny): Promise<AnyPage> {
  const { target, plan } = context;
  const { windows, ...spec } = plan.spec;
  const facts = windows as NonNullable<ReadSpec['windows']>;
  const { from, end } = at?.window ?? whole(context, facts);
  if (from > end) return { records: [], next: null };
  const to = Math.min(from + facts.days * DAY - (facts.wholeDays ? 1 : 0), end);
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
 * All that was asked for: up to now (of what is to come the windows would have no end), and back as far as the provider
 * remembers, unless the read says otherwise.
 */
function whole({ target, now, note }: ReadContext, facts: NonNullable<ReadSpec['windows']>): Omit<Window, 'to'> {
  const end = target.until === undefined ? now : Math.min(millisOf(target.until), now);
  const oldest = now - facts.backDays * DAY;
  const since = target.since === undefined ? oldest : millisOf(target.since);
  if (since < oldest) note(`read from ${toIso(oldest)} on: the provider remembers ${facts.backDays} days`);
  const from = Math.max(since, oldest);
  return { from: facts.wholeDays ? Math.floor(from / DAY) * DAY : from, end };
}

function millisOf(time: string): number {
  const millis = fromIso(time);
  if (millis === null) throw new ProviderFailure('badRequest', `"${time.slice(0, 40)}" is no RFC 3339 time.`);
  return millis;
}
