import type { SignInPageStore } from '../domain/sign_in_page.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { hashOfToken } from './hash_of_token.ts';

type Deps = { stores: { signInPages: SignInPageStore }; clock: Clock };

type Opener = { projectId: string; openerOrigin: string };
export type FindOpener = ReturnType<typeof makeFindOpener>;

/**
 * For the callback of a sign-in in steps, which names no session: whose sign-in this browser continued last. Both texts
 * are empty when it continued none.
 */
export function makeFindOpener({ stores, clock }: Deps) {
  return async function findOpener(_call: Call, { browserSecrets }: { browserSecrets: string[] }): Promise<Opener> {
    const hashes = browserSecrets.filter((secret) => secret !== '').map(hashOfToken);
    const page = hashes.length === 0 ? undefined : await stores.signInPages.findStepByBrowser(hashes, clock.now());
    return { projectId: page?.projectId ?? '', openerOrigin: page?.openerOrigin ?? '' };
  };
}
