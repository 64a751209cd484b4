/**
 * When something recurs, as one value: what is added to a schedule is added here, and the places that pass it on stay
 * as they are. Manifest, config, plan and table hold its text.
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

/** The cadence of a cron text as a column stores it; null for the empty text. */
export function cadenceOf(text: string): Cadence | null {
  return text === '' ? null : { cron: text };
}

/** Empty for none. */
export function cadenceText(cadence: Cadence | null): string {
  return cadence === null ? '' : cadence.cron;
}

export function isSameCadence(one: Cadence | null, other: Cadence | null): boolean {
  return cadenceText(one) === cadenceText(other);
}
