type Violation = { location: string[]; severity: string; message: string };

/** What Prism says of an address that the document does not have; it lets the exchange pass. */
const UNDECLARED = 'Selected route not found';

/**
 * What Prism found wrong with an exchange. A faulty answer is always wrong. A faulty request is what many suites are
 * about: then the server has to have refused it.
 */
export function violationsIn(header: string | undefined, status: number): { isDeclared: boolean; found: string[] } {
  const all = header === undefined ? [] : parsed(header);
  const found = all
    .filter(({ severity }) => severity === 'Error')
    .filter(({ location }) => location[0] === 'response' || status < 400)
    .map(({ location, message }) => `${location.join('.')}: ${message}`);
  return { isDeclared: !all.some(({ message }) => message === UNDECLARED), found };
}

/** Prism cuts a header that would be too long; then it is no JSON any more, and all of it is one violation. */
function parsed(header: string): Violation[] {
  try {
    return JSON.parse(header) as Violation[];
  } catch {
    return [{ location: ['response'], severity: 'Error', message: header }];
  }
}
