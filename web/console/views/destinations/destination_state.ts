import type { Schema } from '../../../api/contract.ts';
import { wordOf } from '../../../ui/state_words.ts';

type Destination = Pick<Schema<'Destination'>, 'status' | 'health' | 'failures'>;

const DISABLED_BECAUSE: Readonly<Record<string, string>> = {
  requested: 'somebody asked for it',
  gone: 'the receiver answered 410 Gone',
  failures: 'it only failed for too long',
};

/** One word for the state of a destination. It is never `active` while the destination fails. */
export function destinationState({ status, health, failures = 0 }: Destination): { word: string; tone?: string } {
  if (status === 'disabled') return { word: 'disabled' };
  if (health && health.state !== 'ok') return { word: health.state };
  return failures > 0 ? { word: 'last attempt failed', tone: 'warn' } : { word: status ?? 'active' };
}

function disabledText(health: Destination['health']): string {
  const why = health?.reason ? wordOf(DISABLED_BECAUSE, health.reason) : 'unknown why';
  return health?.nextProbeTime ? `${why}; it is tried again at ${health.nextProbeTime}` : why;
}

/** Why a destination fails or is disabled, as the platform reports it; empty for a destination that works. */
export function whyText({ status, health }: Destination): string {
  if (status === 'disabled') return disabledText(health);
  if (health?.state !== 'failing') return '';
  if (health.lastStatus) return `it answered ${health.lastStatus}`;
  return health.lastError ? `no answer: ${health.lastError}` : '';
}
