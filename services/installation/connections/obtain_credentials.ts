import { Problem } from '../../../lib/problem/problem.ts';
import { type Credentials, type TokenAnswer, tokensFrom } from '../credentials.ts';
import {
  type CallOwner,
  type Connectors,
  type ProviderFacts,
  ProviderRefusal,
  ProviderUnavailable,
  type Trial,
} from '../providers/provider.ts';
import type { Obtained } from './new_connection.ts';
import type { RequestedCredentials } from './requested_credentials.ts';

type With = { owner: CallOwner; facts: ProviderFacts; variables: Record<string, string>; now: number };

/**
 * Turns the credentials of a request into those that are stored. Exchanges client credentials and passwords for tokens,
 * and tests keys if the provider has a health check, so that bad ones fail here. Throws unprocessable and
 * providerFailed.
 */
export async function obtainCredentials(
  connectors: Connectors,
  asked: RequestedCredentials,
  about: With,
): Promise<Omit<Obtained, 'providerAppId'>> {
  const obtained = await spent(connectors, asked, about);
  const { credentials } = obtained;
  const told = await asking(() =>
    connectors.learn({
      owner: about.owner,
      provider: about.facts.name,
      variables: { ...obtained.learned, ...about.variables },
      credentials,
    }),
  );
  return { ...obtained, learned: { ...told, ...obtained.learned } };
}

async function spent(
  connectors: Connectors,
  asked: RequestedCredentials,
  about: With,
): Promise<Omit<Obtained, 'providerAppId'>> {
  switch (asked.kind) {
    case 'none':
      return kept('none', asked);
    case 'apiKey':
      return tried('apiKey', asked);
    case 'basic':
      return tried('basic', asked);
    // The public API has no custom scheme; a custom credential counts as an API key.
    case 'custom':
      return tried('apiKey', asked);
    case 'tokens': {
      const scheme =
        about.facts.grantType === 'authorizationCodePKCE' ? 'oauth2/authorizationCodePKCE' : 'oauth2/authorizationCode';
      return kept(scheme, { kind: 'oauth2', tokens: asked.tokens });
    }
    case 'clientCredentials': {
      const { client } = asked;
      const answer = await asking(() =>
        connectors.clientCredentials({
          owner: about.owner,
          provider: about.facts.name,
          variables: about.variables,
          client,
        }),
      );
      return granted('oauth2/clientCredentials', answer, { type: 'clientCredentials', client }, about.now);
    }
    case 'password': {
      const { client, username, password } = asked;
      const answer = await asking(() =>
        connectors.password({
          owner: about.owner,
          provider: about.facts.name,
          variables: about.variables,
          client,
          username,
          password,
        }),
      );
      return granted('oauth2/password', answer, { type: 'password', client, username, password }, about.now);
    }
  }

  async function tried(authScheme: Obtained['authScheme'], credentials: Credentials) {
    await tryCredentials(connectors, {
      owner: about.owner,
      provider: about.facts.name,
      variables: about.variables,
      credentials,
    });
    return kept(authScheme, credentials);
  }
}

/**
 * Tests credentials at the provider. If it is unavailable, they are accepted. Throws unprocessable when it refuses
 * them.
 */
export async function tryCredentials(connectors: Connectors, trial: Trial): Promise<void> {
  try {
    await connectors.tryCredentials(trial);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return;
    if (error instanceof ProviderRefusal) throw new Problem('unprocessable', error.message, { cause: error });
    throw error;
  }
}

function kept(authScheme: Obtained['authScheme'], credentials: Credentials): Omit<Obtained, 'providerAppId'> {
  return { authScheme, credentials, learned: {} };
}

type Grant = NonNullable<Extract<Credentials, { kind: 'oauth2' }>['grant']>;

function granted(
  authScheme: Obtained['authScheme'],
  answer: TokenAnswer,
  grant: Grant,
  now: number,
): Omit<Obtained, 'providerAppId'> {
  return {
    authScheme,
    credentials: { kind: 'oauth2', tokens: tokensFrom(answer, now), grant },
    learned: answer.metadata,
  };
}

/**
 * Calls the provider for a request that a person waits for. Throws unprocessable when it refuses, providerFailed when
 * it gives no usable answer.
 */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new Problem('unprocessable', error.message, { cause: error });
    if (error instanceof ProviderUnavailable) throw new Problem('providerFailed', error.message, { cause: error });
    throw error;
  }
}
