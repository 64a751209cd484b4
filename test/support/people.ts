import { createBuilderTokens } from '../../lib/crypto/builder_token.ts';
import { newId } from '../../lib/ids/ids.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { makeIssueBuilderToken } from '../../services/identity/callers/own_tokens.ts';
import { withIdentityStores } from './credentials.ts';
import { checkDeclared } from './declared_answers.ts';
import { type Answer, request, type TestPlatform } from './platform.ts';

/** A builder with a token of the platform's own issuer. `send` validates every answer against the document. */
export type Person = {
  builderId: string;
  email: string;
  token: string;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
};

/** A person who signs in with this address and belongs to no org. The address may have signed in before. */
export async function aPerson(
  platform: TestPlatform,
  email: string,
  { isEmailUnverified = false } = {},
): Promise<Person> {
  const { token, builderId } = await withIdentityStores(platform, async (stores, sealer) => {
    const tokens = await createBuilderTokens(
      sealer.open((await stores.issuerKeys.find()) ?? '', 'issuer_keys|current'),
    );
    const issue = makeIssueBuilderToken({ stores, tokens, clock: systemClock, newId, defaultLifetime: 3_600_000 });
    return issue({ email, isEmailUnverified, firstName: 'Ada', lastName: 'Example' });
  });
  return { builderId, email, token, send: sender(platform.origin, { authorization: `Bearer ${token}` }) };
}

/** The builder that the first start created. They own the first org. */
export function theOwner({ origin, ready }: Pick<TestPlatform, 'origin' | 'ready'>): Pick<Person, 'send'> {
  return { send: sender(origin, { authorization: `Bearer ${ready.bearerToken}` }) };
}

export function theKey({ origin, ready }: TestPlatform): Pick<Person, 'send'> {
  return { send: sender(origin, { 'x-api-key': ready.apiKey }) };
}

function sender(origin: string, credential: Record<string, string>): Person['send'] {
  return async (method, path, body) => {
    const answer = await request(origin, method, `/v1${path}`, {
      headers: { ...credential, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    checkDeclared(method, `/v1${path}`, answer);
    return answer;
  };
}
