import type { SignInPage } from '../domain/sign_in_page.ts';
import { hashOfToken } from './hash_of_token.ts';

/**
 * Whether one of the secrets in a browser's cookies is that of the browser that went on from the page. The secrets have
 * 256 random bits and only their hashes are compared, so the time of the comparison reveals nothing.
 */
export function isSameBrowser(page: SignInPage | undefined, browserSecrets: readonly string[]): boolean {
  if (!page?.browserHash) return false;
  return browserSecrets.some((secret) => secret !== '' && hashOfToken(secret) === page.browserHash);
}
