/**
 * The origins that get a message with the result: all exact origins that the project allows. No message can be sent to
 * an entry such as `http://localhost:*`, which allows every port. Such an entry adds the origin of the page that opened
 * this one, if it matches. `referrer`: `document.referrer`, the address of that page; may be empty.
 */
export function messageOrigins(allowed: readonly string[], referrer: string): string[] {
  const exact = allowed.filter((origin) => !origin.endsWith(':*'));
  const opener = URL.canParse(referrer) ? new URL(referrer) : null;
  if (!opener || !allowed.includes(`${opener.protocol}//${opener.hostname}:*`)) return exact;
  return [...new Set([...exact, opener.origin])];
}
