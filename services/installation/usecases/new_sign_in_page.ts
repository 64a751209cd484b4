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
export type NewSignInPage = ReturnType<typeof makeNewSignInPage>;

export const PAGE_PATH = '/connect/sign-in';

/** The page before the provider's page, to be stored with its session, and its address. The token has 256 random bits. */
export function makeNewSignInPage({ box, clock, newId }: Deps, publicUrl: string) {
  return function newSignInPage(shown: Shown): { page: SignInPage; url: string } {
    const { projectId, provider, isReconnect, openerOrigin, returnUrl, expireTime } = shown;
    const [id, token] = [newId(), randomBytes(32).toString('base64url')];
    const page: SignInPage = {
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
    };
    return { page, url: `${publicUrl}${PAGE_PATH}?session=${token}` };
  };
}
