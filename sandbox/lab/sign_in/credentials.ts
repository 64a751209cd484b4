/** The credentials of the lab: the same for every provider, so that they are easy to remember. */
import type { Credentials } from '../../../connectors/engine/auth/auth.ts';
import type { Provider } from '../../../connectors/engine/file/provider.ts';
import { placeholders } from '../../../connectors/engine/request/template.ts';

export const LAB = {
  apiKey: 'lab-key',
  username: 'lab',
  password: 'lab-password',
  clientId: 'lab-client',
  clientSecret: 'lab-secret',
} as const;

/** The credentials in the engine's shape. OAuth providers get `accessToken`. */
export function labCredentials({ auth }: Provider, accessToken: string): Credentials {
  switch (auth.type) {
    case 'none':
      return { scheme: 'none' };
    case 'apiKey':
      return { scheme: 'apiKey', apiKey: LAB.apiKey };
    case 'basic':
      return auth.apiKeyAs
        ? { scheme: 'apiKey', apiKey: LAB.apiKey }
        : { scheme: 'basic', username: LAB.username, password: LAB.password };
    case 'oauth2':
      return { scheme: 'oauth2', accessToken };
    case 'custom':
      return { scheme: 'custom', values: customValues(Object.values({ ...auth.headers, ...auth.query })) };
  }
}

function customValues(templates: readonly string[]): Record<string, string> {
  return Object.fromEntries(templates.flatMap(placeholders).map((name) => [name, LAB.apiKey]));
}

/** Cached by provider file, because every read asks, and a search of the largest file takes milliseconds. */
const namesOfVariables = new WeakMap<Provider, readonly string[]>();

/** A value for every variable of the provider file. */
export function labVariables(provider: Provider): Record<string, string> {
  const names = namesOfVariables.get(provider) ?? variablesIn(provider);
  namesOfVariables.set(provider, names);
  return Object.fromEntries(names.map((name) => [name, `lab-${name.toLowerCase()}`]));
}

function variablesIn(provider: Provider): readonly string[] {
  const declared = [...(provider.variables ?? []), ...(provider.learned ?? [])].map(({ name }) => name);
  return [...new Set([...declared, ...placeholders(JSON.stringify(provider))])];
}
