import { randomBytes } from 'node:crypto';
import type { SignInPage } from '../domain/sign_in_page.ts';
import type { Deps } from './deps.ts';
import { hashOfToken } from './hash_of_token.ts';

type Shown = Pick<SignInPage, 'projectId' | 'provider' | 'isReconnect' | 'openerOrigin' | 'returnUrl'> & {
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  /** The provider's page. */
  url: string;
  expireTime: number;
};
export type AddSignInPage = ReturnType<typeof makeAddSignInPage>;

export const PAGE_PATH = '/connect/sign-in';

/** Stores the page before the provider's page, and returns its address. The token has 256 random bits. */
export function makeAddSignInPage({ stores, box, clock, newId }: Deps, publicUrl: string) {
  return async function addSignInPage(shown: Shown): Promise<{ pageId: string; url: string }> {
    const { projectId, provider, isReconnect, openerOrigin, returnUrl, expireTime } = shown;
    const [id, token] = [newId(), randomBytes(32).toString('base64url')];
    await stores.signInPages.insert({
      id,
      projectId,
      tokenHash: hashOfToken(token),
      browserHash: null,
      provider,
      groupName: shown.groupName || shown.groupRef,
      consumerName: shown.consumerName || shown.consumerRef,
      isReconnect,
      openerOrigin,
      returnUrl,
      sealedUrl: box.sealPageUrl({ projectId, id }, shown.url),
      createTime: clock.now(),
      expireTime,
    });
    return { pageId: id, url: `${publicUrl}${PAGE_PATH}?session=${token}` };
  };
}
