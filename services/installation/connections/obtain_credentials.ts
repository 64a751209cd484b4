import { Problem } from '../../../lib/problem/problem.ts';
import { type Credentials, type TokenAnswer, tokensFrom } from '../credentials.ts';
import {
  type Connectors,
  type CredentialTrial,
  type ProviderFacts,
  ProviderRefusal,
  ProviderUnavailable,
} from '../providers/provider.ts';
import type { ObtainedCredentials } from './new_connection.ts';
import type { RequestedCredentials } from './requested_credentials.ts';

type CredentialContext = Pick<CredentialTrial, 'owner' | 'variables' | 'objects' | 'deadline'> & {
  facts: ProviderFacts;
  now: number;
};
type ExchangedCredentials = Pick<ObtainedCredentials, 'authScheme' | 'credentials' | 'learned'>;

/**
 * Turns the credentials of a request into the credentials to store. Exchanges client credentials and passwords for
 * tokens. Then tests the credentials with a call to the provider, so that bad credentials are refused here. Imported
 * tokens are not tested, because a refresh may replace an access token that the provider refuses. Throws unprocessable
 * and providerFailed.
 */
export async function obtainCredentials(
  connectors: Connectors,
  asked: RequestedCredentials,
  about: CredentialContext,
): Promise<Omit<ObtainedCredentials, 'providerAppId'>> {
  const obtained = await exchangeCredentials(connectors, asked, about);
  const { credentials } = obtained;
  const { owner, facts, objects, deadline } = about;
  const account = { owner, provider: facts.name, credentials };
  const told = await askOrThrowProblem(() =>
    connectors.learn({ ...account, variables: { ...obtained.learned, ...about.variables } }),
  );
  const learned = { ...told, ...obtained.learned };
  const trial = { ...account, variables: { ...learned, ...about.variables }, objects, deadline };
  const isAccepted = asked.kind !== 'tokens' && (await tryCredentials(connectors, trial));
  const verdict = verdictOf(isAccepted);
  // The provider issued tokens for these credentials. So they are valid, even if the account has too few rights for the
  // test.
  const isGranted = credentials.kind === 'oauth2' && credentials.grant !== undefined;
  return { ...obtained, learned, ...verdict, isVerified: verdict.isVerified || isGranted };
}

async function exchangeCredentials(
  connectors: Connectors,
  asked: RequestedCredentials,
  about: CredentialContext,
): Promise<ExchangedCredentials> {
  switch (asked.kind) {
    case 'none':
      return unchangedCredentials('none', asked);
    case 'apiKey':
      return unchangedCredentials('apiKey', asked);
    case 'basic':
      return unchangedCredentials('basic', asked);
    // The public API has no custom scheme; a custom credential counts as an API key.
    case 'custom':
      return unchangedCredentials('apiKey', asked);
    case 'tokens': {
      const scheme =
        about.facts.grantType === 'authorizationCodePKCE' ? 'oauth2/authorizationCodePKCE' : 'oauth2/authorizationCode';
      return unchangedCredentials(scheme, { kind: 'oauth2', tokens: asked.tokens });
    }
    case 'clientCredentials': {
      const { client } = asked;
      const answer = await askOrThrowProblem(() =>
        connectors.clientCredentials({
          owner: about.owner,
          provider: about.facts.name,
          variables: about.variables,
          client,
        }),
      );
      return grantedCredentials('oauth2/clientCredentials', answer, { type: 'clientCredentials', client }, about.now);
    }
    case 'password': {
      const { client, username, password } = asked;
      const answer = await askOrThrowProblem(() =>
        connectors.password({
          owner: about.owner,
          provider: about.facts.name,
          variables: about.variables,
          client,
          username,
          password,
        }),
      );
      return grantedCredentials('oauth2/password', answer, { type: 'password', client, username, password }, about.now);
    }
  }
}

/** The status of credentials after a test call. `isAccepted`: the provider accepted them. */
export function verdictOf(isAccepted: boolean): Pick<ObtainedCredentials, 'status' | 'isVerified'> {
  return { status: isAccepted ? 'working' : 'created', isVerified: isAccepted };
}

/**
 * Tests credentials with a call to the provider. Returns true when the provider accepts them, false when the answer
 * does not show it or the provider file has no call for a test. Throws unprocessable when the provider refuses them.
 */
export async function tryCredentials(connectors: Connectors, trial: CredentialTrial): Promise<boolean> {
  try {
    return await connectors.tryCredentials(trial);
  } catch (error) {
    if (error instanceof ProviderRefusal && error.reason === 'credentials') {
      const name = connectors.find(trial.provider)?.displayName ?? trial.provider;
      throw new Problem('unprocessable', `${name} does not accept these credentials. Nothing was saved.`, {
        causes: [error.message],
        remedy: 'Check that they are complete, still valid and of the right account, and enter them again.',
        cause: error,
      });
    }
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefusal) return false;
    throw error;
  }
}

function unchangedCredentials(
  authScheme: ObtainedCredentials['authScheme'],
  credentials: Credentials,
): ExchangedCredentials {
  return { authScheme, credentials, learned: {} };
}

type Grant = NonNullable<Extract<Credentials, { kind: 'oauth2' }>['grant']>;

function grantedCredentials(
  authScheme: ObtainedCredentials['authScheme'],
  answer: TokenAnswer,
  grant: Grant,
  now: number,
): ExchangedCredentials {
  return {
    authScheme,
    credentials: { kind: 'oauth2', tokens: tokensFrom(answer, now), grant },
    learned: answer.metadata,
  };
}

/**
 * Calls the provider for a request that a person waits for. Throws unprocessable when the provider refuses,
 * providerFailed when it gives no usable answer.
 */
export async function askOrThrowProblem<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new Problem('unprocessable', error.message, { cause: error });
    if (error instanceof ProviderUnavailable) throw new Problem('providerFailed', error.message, { cause: error });
    throw error;
  }
}
