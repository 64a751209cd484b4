import type { Provider } from '../../connectors/engine/file/provider.ts';
import { findObject } from '../../connectors/engine/objects/objects.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import type { ReplayCase } from './replay_case.ts';

export type Span = { since: string | undefined; until: string | undefined };

const DAY_MS = 86_400_000;

/**
 * The time span of a read: the span in the recording's source, if it has one. Otherwise, for a provider that is read in
 * windows of days, the span of all recorded requests, or one window up to now if no request contains a time.
 */
export function spanOf({ kind, exchanges, expected }: ReplayCase, provider: Provider, objectName: string): Span {
  const said = { since: expected.input?.Since || undefined, until: expected.input?.Until || undefined };
  if (kind !== 'read' || said.since !== undefined) return said;
  const spec = specOf(provider, objectName);
  if (!spec?.windows) return said;
  const times = (param: string | undefined) =>
    exchanges
      .map(({ request }) => Date.parse(scalarText(request.query?.[param ?? ''] ?? null) ?? ''))
      .filter((ms) => !Number.isNaN(ms));
  const from = Math.min(...times(spec.since?.param));
  const to = Math.max(...times(spec.until?.param));
  const end = Number.isFinite(to) ? to : Date.now();
  return {
    since: new Date(Number.isFinite(from) ? from : end - spec.windows.days * DAY_MS).toISOString(),
    until: new Date(end).toISOString(),
  };
}

function specOf(provider: Provider, objectName: string) {
  try {
    return findObject(provider, undefined, objectName).spec;
  } catch {
    return null;
  }
}
