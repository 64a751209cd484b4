type Violation = { location: string[]; severity: string; code: string; message: string };

/**
 * What Prism found wrong with an exchange. A faulty answer is always wrong. A faulty request is what many suites are
 * about: then the server has to have refused it.
 */
export function violationsIn(header: string | undefined, status: number): string[] {
  if (header === undefined) return [];
  const found = parsed(header);
  if (!found) return [header];
  return found
    .filter(({ severity }) => severity === 'Error')
    .filter(({ location }) => location[0] === 'response' || status < 400)
    .map(({ location, message }) => `${location.join('.')}: ${message}`);
}

/** Prism cuts a header that would be too long; then it is no JSON any more. */
function parsed(header: string): Violation[] | null {
  try {
    return JSON.parse(header) as Violation[];
  } catch {
    return null;
  }
}
