import { findObject } from '../../connectors/engine/objects/objects.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import type { ReplayCase } from './replay_case.ts';

export type Span = { since: string | undefined; until: string | undefined };

const DAY = 86_400_000;

/**
 * The time that a read is to cover: as the source says. Where the provider gives so many days at a time and the source
 * does not say, what its requests asked for in all; and where those name no times, the one span that they got.
 */
export function spanOf({ kind, exchanges, expected }: ReplayCase, provider: Provider, objectName: string): Span {
  const said = { since: expected.input?.Since || undefined, until: expected.input?.Until || undefined };
  if (kind !== 'read' || said.since !== undefined) return said;
  const spec = specOf(provider, objectName);
  if (!spec?.windows) return said;
  const times = (param: string | undefined) =>
    exchanges
      .map(({ request }) => Date.parse(scalarText(request.query?.[param ?? ''] ?? null) ?? ''))
      .filter((millis) => !Number.isNaN(millis));
  const from = Math.min(...times(spec.since?.param));
  const to = Math.max(...times(spec.until?.param));
  const end = Number.isFinite(to) ? to : Date.now();
  return {
    since: new Date(Number.isFinite(from) ? from : end - spec.windows.days * DAY).toISOString(),
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
