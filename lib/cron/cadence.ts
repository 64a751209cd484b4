/**
 * The schedule of something that recurs, as one value. If schedules get more properties, only this type changes, not
 * the code that passes a cadence on. Manifest, config, plan and table hold the text of the cadence.
 */
export type Cadence = {
  /** Five fields, in UTC. */
  readonly cron: string;
};

/** The keys of a manifest or config that state a cadence. */
export type CadenceKeys = {
  /** Five-field cron in UTC. Without it the object is read only when triggered. */
  schedule?: string;
};

/** The cadence in a read or sweep block of a manifest or config; null when the block has no schedule. */
export function cadenceIn({ schedule = '' }: CadenceKeys): Cadence | null {
  return schedule === '' ? null : { cron: schedule };
}

/** The cadence of a stored cron text; null for ''. */
export function cadenceOf(text: string): Cadence | null {
  return text === '' ? null : { cron: text };
}

/** The text to store; '' for null. */
export function cadenceText(cadence: Cadence | null): string {
  return cadence === null ? '' : cadence.cron;
}

export function isSameCadence(one: Cadence | null, other: Cadence | null): boolean {
  return cadenceText(one) === cadenceText(other);
}
