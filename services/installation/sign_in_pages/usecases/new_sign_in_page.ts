import type { CredentialBox } from '../../secrets/usecases/credential_box.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { randomBytes } from 'node:crypto';
import type { SignInPage } from '../domain/sign_in_page.ts';
import { hashOfToken } from './hash_of_token.ts';

type Deps = { box: CredentialBox; clock: Clock; newId: NewId };

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

/** What the columns of the page hold. */
const MAX_CHARACTERS = 191;
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
      groupName: nameWithRef(shown.groupName, shown.groupRef),
      consumerName: nameWithRef(shown.consumerName, shown.consumerRef),
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

/**
 * Who starts a sign-in chooses the names, but a customer's token fixes the refs. So the page shows the ref beside a name
 * that differs. A name that is too long for both is cut.
 */
function nameWithRef(name: string, ref: string): string {
  if (!name || name === ref) return ref;
  const characters = [...name];
  const room = MAX_CHARACTERS - [...ref].length - ' ()'.length;
  if (characters.length <= room) return `${name} (${ref})`;
  return room > 1 ? `${characters.slice(0, room - 1).join('')}… (${ref})` : ref;
}
