/**
 * Where we knowingly ask a provider for something else than the source of a recording does. HubSpot's `select` holds one
 * choice, and `checkbox` many, as its own description of properties says; the source makes a `select` of a multiSelect.
 */
export function isBetterThanAsserted(key: string, asserted: string, given: string | undefined): boolean {
  return /^body (?:.* )?fieldType$/.test(key) && asserted === 'select' && given === 'checkbox';
}
