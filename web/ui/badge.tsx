/** The colour of a state. Its text says the same, so nobody has to see the colour. */
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
  bad_credentials: 'bad',
  exhausted: 'bad',
};

export function Badge({ children }: { children: string }) {
  return <span class={`badge ${TONES[children] ?? ''}`}>{children.replaceAll('_', ' ')}</span>;
}
