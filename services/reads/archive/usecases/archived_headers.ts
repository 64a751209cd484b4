/** Session and transport headers are not archived; the body is stored as decoded text. */
const LEFT_OUT =
  /^(set-cookie|cookie|authorization|proxy-.*|www-authenticate|connection|keep-alive|transfer-encoding|content-(length|encoding|security-policy.*)|strict-transport-security|server|vary|via|etag|cache-control|expires|alt-svc|nel|report-to|permissions-policy|referrer-policy|access-control-.*|cf-.*|x-(frame-options|content-type-options|xss-protection|powered-by|envoy-.*|amz-.*|cache.*|served-by|runtime))$/;
const LONGEST = 4_096;

/** Paging, totals, limits and times use headers of any name, so all others are archived. */
export function archivedHeaders(headers: Readonly<Record<string, string>>, mask: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => !LEFT_OUT.test(name) && value.length <= LONGEST)
      .map(([name, value]) => [name, mask(value)]),
  );
}
