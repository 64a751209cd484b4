/** The colour of a state. The badge also shows the state as text, so no user needs to see the colour. */
const TONES: Readonly<Record<string, string>> = {
  healthy: 'good',
  success: 'good',
  delivered: 'good',
  active: 'good',
  working: 'good',
  accepted: 'good',
  connected: 'good',
  degraded: 'warn',
  pending: 'warn',
  held: 'warn',
  paused: 'warn',
  retrying: 'warn',
  in_progress: 'warn',
  queued: 'warn',
  unhealthy: 'bad',
  failure: 'bad',
  failed: 'bad',
  error: 'bad',
  disabled: 'bad',
  failing: 'bad',
  undelivered: 'bad',
  lost: 'bad',
  bad_credentials: 'bad',
  exhausted: 'bad',
};

/** The CSS class of a state's colour; empty (neutral) for a state that this version does not know. */
export function toneOf(state: string): string {
  return wordOf(TONES, state, '');
}

/** A state as text; a state that this version does not know stays as the server sent it. */
export function stateText(state: string): string {
  return Object.hasOwn(TONES, state) ? state.replaceAll('_', ' ') : state;
}

/** Translates a value of an answer; for a value that this version does not know, the value itself or `unknown`. */
export function wordOf(words: Readonly<Record<string, string>>, value: string, unknown = value): string {
  return (Object.hasOwn(words, value) ? words[value] : undefined) ?? unknown;
}
