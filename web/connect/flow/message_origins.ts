/**
 * The origins whose window gets a message with the result: each that the project allows. An entry such as
 * `http://localhost:*` allows every port, and no message can be sent to that; it counts if the page that opened this
 * one has such an origin. `referrer`: the address that the browser names as that page; empty when it names none.
 */
export function messageOrigins(allowed: readonly string[], referrer: string): string[] {
  const exact = allowed.filter((origin) => !origin.endsWith(':*'));
  const opener = URL.canParse(referrer) ? new URL(referrer) : null;
  if (!opener || !allowed.includes(`${opener.protocol}//${opener.hostname}:*`)) return exact;
  return [...new Set([...exact, opener.origin])];
}
