import type { SignInPageStore } from '../domain/sign_in_page.ts';
import type { CredentialBox } from '../../secrets/usecases/credential_box.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { noSignIn } from './get_sign_in.ts';
import { hashOfToken } from './hash_of_token.ts';

type Deps = { stores: { signInPages: SignInPageStore }; box: CredentialBox; clock: Clock };

type Request = { token: string; browserSecret: string };
export type ContinueSignIn = ReturnType<typeof makeContinueSignIn>;

/**
 * The person pressed Continue: binds the sign-in to the browser and reveals the provider's page. The same browser may
 * do so again. Throws notFound, and conflict when another browser was first.
 */
export function makeContinueSignIn({ stores, box, clock }: Deps) {
  return async function continueSignIn(_call: Call, { token, browserSecret }: Request): Promise<{ url: string }> {
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
