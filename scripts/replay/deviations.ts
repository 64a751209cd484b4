/**
 * Cases where we deliberately send a provider another request than the recorded connector. In HubSpot a `select` holds
 * one choice and a `checkbox` many, according to its documentation of properties; the connector creates a `select` for
 * a multiSelect.
 */
export function isBetterThanAsserted(key: string, asserted: string, given: string | undefined): boolean {
  return /^body (?:.* )?fieldType$/.test(key) && asserted === 'select' && given === 'checkbox';
}
