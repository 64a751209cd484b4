import type { Connectors } from '../../providers/domain/provider.ts';
import type { CredentialBox } from '../../secrets/usecases/credential_box.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { SignInPage, SignInPageStore } from '../domain/sign_in_page.ts';
import { hashOfToken } from './hash_of_token.ts';
import { isSameBrowser } from './is_same_browser.ts';

type Deps = { stores: { signInPages: SignInPageStore }; connectors: Connectors; box: CredentialBox; clock: Clock };

type Request = { token: string; browserSecrets: string[] };
/** `providerOrigin` is where Continue leads. */
export type ShownSignIn = Pick<SignInPage, 'projectId' | 'groupName' | 'consumerName' | 'isReconnect'> & {
  providerName: string;
  providerOrigin: string;
  /** Whether another browser went on from this page. */
  isTaken: boolean;
};
export type GetSignIn = ReturnType<typeof makeGetSignIn>;

/** What the page before a sign-in shows. Changes nothing, so that link scanners spend nothing. Throws notFound. */
export function makeGetSignIn({ stores, connectors, box, clock }: Deps) {
  return async function getSignIn(_call: Call, { token, browserSecrets }: Request): Promise<ShownSignIn> {
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

export function noSignIn(): Problem {
  return new Problem('notFound', 'There is no such sign-in: it has expired, or its address is incomplete.', {
    remedy: 'Start again in the app.',
  });
}
