type Violation = { location: string[]; severity: string; message: string };

/** Prism's message for a path that the document does not have; it lets the exchange pass. */
const UNDECLARED = 'Selected route not found';

/**
 * The violations that Prism found in an exchange. An invalid answer is always a violation. An invalid request is
 * intended in many suites: it is a violation only if the server accepted it.
 */
export function violationsIn(header: string | undefined, status: number): { isDeclared: boolean; found: string[] } {
  const all = header === undefined ? [] : parsed(header);
  const found = all
    .filter(({ severity }) => severity === 'Error')
    .filter(({ location }) => location[0] === 'response' || status < 400)
    .map(({ location, message }) => `${location.join('.')}: ${message}`);
  return { isDeclared: !all.some(({ message }) => message === UNDECLARED), found };
}

/** Prism truncates a header that is too long; then it is no longer JSON, and the whole text is one violation. */
function parsed(header: string): Violation[] {
  try {
    return JSON.parse(header) as Violation[];
  } catch {
    return [{ location: ['response'], severity: 'Error', message: header }];
  }
}
