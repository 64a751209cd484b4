import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import type { Connectors } from '../providers/provider.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import type { SignInPage, SignInPageStore } from './sign_in_page.ts';

/** The stored form of a state, a session token or a browser's secret: SHA-256 in hex. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Whether one of the secrets in a browser's cookies belongs to the browser that continued from the page. The secrets
 * have 256 random bits and only their hashes are compared, so the time of the comparison reveals nothing.
 */
export function isSameBrowser(page: SignInPage | undefined, browserSecrets: readonly string[]): boolean {
  if (!page?.browserHash) return false;
  return browserSecrets.some((secret) => secret !== '' && hashOfToken(secret) === page.browserHash);
}

type Deps = ClockAndIds & { stores: { signInPages: SignInPageStore }; connectors: Connectors; box: CredentialBox };

type GetSignInRequest = { token: string; browserSecrets: string[] };
/** `providerOrigin`: the origin that the button Continue leads to. */
type SignInView = Pick<SignInPage, 'projectId' | 'groupName' | 'consumerName' | 'isReconnect'> & {
  providerName: string;
  providerOrigin: string;
  /** Whether another browser has already continued from this page. */
  isTaken: boolean;
};

/**
 * Returns the content of the page before a sign-in. Changes nothing, so that a link scanner does not use up the link.
 * Throws notFound.
 */
export function makeGetSignIn({ stores, connectors, box, clock }: Deps) {
  return async function getSignIn(_call: Call, { token, browserSecrets }: GetSignInRequest): Promise<SignInView> {
    const page = await stores.signInPages.findByToken(hashOfToken(token), clock.now());
    if (!page) throw noSignIn();
    const { projectId, provider, groupName, consumerName, isReconnect, browserHash } = page;
    return {
      projectId,
      groupName,
      consumerName,
      isReconnect,
      providerName: connectors.find(provider)?.displayName ?? provider,
      providerOrigin: new URL(box.openPageUrl(page)).origin,
      isTaken: browserHash !== null && !isSameBrowser(page, browserSecrets),
    };
  };
}

function noSignIn(): Problem {
  return new Problem('notFound', 'There is no such sign-in: it has expired, or its address is incomplete.', {
    remedy: 'Start again in the app.',
  });
}

type ContinueSignInDeps = ClockAndIds & { stores: { signInPages: SignInPageStore }; box: CredentialBox };

type ContinueSignInRequest = { token: string; browserSecret: string };

/**
 * Handles a press of Continue: binds the sign-in to the browser and returns the URL of the provider's page. The same
 * browser may press again. Throws notFound, and conflict when another browser was first.
 */
export function makeContinueSignIn({ stores, box, clock }: ContinueSignInDeps) {
  return async function continueSignIn(
    _call: Call,
    { token, browserSecret }: ContinueSignInRequest,
  ): Promise<{ url: string }> {
    if (!browserSecret) throw new Problem('invalidArgument', 'The browser has no secret.');
    const page = await stores.signInPages.findByToken(hashOfToken(token), clock.now());
    if (!page) throw noSignIn();
    const browserHash = hashOfToken(browserSecret);
    const holder = await stores.signInPages.bind(page.projectId, page.id, browserHash);
    if (holder !== browserHash)
      throw new Problem('conflict', 'This sign-in was continued in another browser.', {
        remedy: 'Start again in the app.',
      });
    return { url: box.openPageUrl(page) };
  };
}

type FindOpenerDeps = ClockAndIds & { stores: { signInPages: SignInPageStore } };

type Opener = { projectId: string; openerOrigin: string };

/**
 * Finds the project and the opener of the multi-step sign-in that this browser continued last. The callback of a
 * multi-step sign-in needs this, because the callback names no session. Both texts are empty when there is no such
 * sign-in.
 */
export function makeFindOpener({ stores, clock }: FindOpenerDeps) {
  return async function findOpener(_call: Call, { browserSecrets }: { browserSecrets: string[] }): Promise<Opener> {
    const hashes = browserSecrets.filter((secret) => secret !== '').map(hashOfToken);
    const page = hashes.length === 0 ? undefined : await stores.signInPages.findStepByBrowser(hashes, clock.now());
    return { projectId: page?.projectId ?? '', openerOrigin: page?.openerOrigin ?? '' };
  };
}

type NewSignInPageDeps = ClockAndIds & { box: CredentialBox };

type SignInPageData = Pick<SignInPage, 'projectId' | 'provider' | 'isReconnect' | 'openerOrigin' | 'returnUrl'> & {
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  /** The URL of the provider's page. */
  url: string;
  expireTime: number;
};
export type NewSignInPage = ReturnType<typeof makeNewSignInPage>;

/** Max characters of the text columns in `sign_in_pages`. */
const MAX_COLUMN_CHARACTERS = 191;
const PAGE_PATH = '/connect/sign-in';

/**
 * Creates the page before the provider's page, and its URL. The caller stores the page with its session. The token has
 * 256 random bits.
 */
export function makeNewSignInPage({ box, clock, newId }: NewSignInPageDeps, publicUrl: string) {
  return function newSignInPage(shown: SignInPageData): { page: SignInPage; url: string } {
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
 * Returns the name of a customer, followed by the ref if the ref differs from the name. The caller that starts the
 * sign-in may send any name, but the customer's token proves the ref. The name is cut if name and ref together are too
 * long.
 */
function nameWithRef(name: string, ref: string): string {
  if (!name || name === ref) return ref;
  const characters = [...name];
  const room = MAX_COLUMN_CHARACTERS - [...ref].length - ' ()'.length;
  if (characters.length <= room) return `${name} (${ref})`;
  return room > 1 ? `${characters.slice(0, room - 1).join('')}… (${ref})` : ref;
}
