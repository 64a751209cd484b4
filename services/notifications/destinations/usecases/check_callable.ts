import type { UrlCheck } from '../../../../lib/http/url_check.ts';
import { Problem } from '../../../../lib/problem/problem.ts';

/**
 * Throws unprocessable for a URL that a delivery would refuse to call. The dialer checks every call; this check tells
 * the author early.
 */
export async function checkCallable(url: string, urlCheck: UrlCheck): Promise<void> {
  const detail = await urlCheck(url);
  if (detail)
    throw new Problem('unprocessable', detail, { issues: [{ in: 'body', name: 'metadata.url', detail, value: url }] });
}
