import { Problem } from '../../../lib/problem/problem.ts';

/** What is wrong with calling a URL, as a sentence; null when nothing is. */
export type UrlFault = (url: string) => string | null;

/** Throws unprocessable for a URL that would never be called. The dialer asks again each time; here the author hears it. */
export function checkCallable(url: string, urlFault: UrlFault): void {
  const detail = urlFault(url);
  if (detail)
    throw new Problem('unprocessable', detail, { issues: [{ in: 'body', name: 'metadata.url', detail, value: url }] });
}
