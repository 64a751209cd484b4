type Violation = { location: string[]; severity: string; message: string };

/** Prism's message for a path that is not in the document. Prism passes such a request on. */
const UNDECLARED = 'Selected route not found';

/**
 * The violations that Prism found in a request and its answer. An invalid answer is always a violation. Many suites
 * send invalid requests on purpose, so an invalid request is a violation only if the server accepted it.
 */
export function violationsIn(header: string | undefined, status: number): { isDeclared: boolean; found: string[] } {
  const all = header === undefined ? [] : parsed(header);
  const found = all
    .filter(({ severity }) => severity === 'Error')
    .filter(({ location }) => location[0] === 'response' || status < 400)
    .map(({ location, message }) => `${location.join('.')}: ${message}`);
  return { isDeclared: !all.some(({ message }) => message === UNDECLARED), found };
}

/** Parses the header. Prism truncates a long header, which is then no JSON; the whole text becomes one violation. */
function parsed(header: string): Violation[] {
  try {
    return JSON.parse(header) as Violation[];
  } catch {
    return [{ location: ['response'], severity: 'Error', message: header }];
  }
}
