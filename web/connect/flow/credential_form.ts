import type { Schema } from '../../api/contract.ts';
import { textOf } from '../../texts/connect.ts';

type Provider = Schema<'ProviderInfo'>;
type Input = Schema<'ProviderInput'>;

/** One input field of the customer. `path`: the place of the value in the request body. */
export type Entry = {
  path: readonly [string, ...string[]];
  label: string;
  hint: string;
  isSecret: boolean;
  isRequired: boolean;
  initial: string;
  options: readonly { value: string; label: string }[];
};

/**
 * How the customer signs in: in a window of the provider, over several pages, or by credentials that they enter here.
 */
export type SignInMethod = 'window' | 'steps' | 'entered';

export function signInMethodOf({ authType, oauth2Opts, customOpts }: Provider): SignInMethod {
  if (authType === 'custom' && customOpts?.multiStep) return 'steps';
  const grant = oauth2Opts?.grantType;
  return authType === 'oauth2' && grant !== 'clientCredentials' && grant !== 'password' ? 'window' : 'entered';
}

/**
 * The input fields for a provider: its workspace, its other inputs, and the credentials. `known`: the connection that
 * is connected again; its inputs are filled in.
 */
export function entriesOf(provider: Provider, known?: Schema<'Connection'>): Entry[] {
  const { oauth2Opts, metadata } = provider;
  const inputs = (metadata?.input ?? []).map((input) => {
    const entry = entryOf(input, ['providerMetadata', input.name]);
    return { ...entry, initial: known?.providerMetadata?.[input.name]?.value ?? entry.initial };
  });
  const needsWorkspace = oauth2Opts?.explicitWorkspaceRequired === true && inputs.length === 0;
  const workspace = needsWorkspace
    ? [{ ...plain(['providerWorkspaceRef'], 'field.workspace'), initial: known?.providerWorkspaceRef ?? '' }]
    : [];
  return [...workspace, ...inputs, ...credentialsOf(provider)];
}

function credentialsOf({ authType, oauth2Opts, basicOpts, customOpts }: Provider): Entry[] {
  if (authType === 'apiKey') return [secret(['apiKey'], 'field.apiKey')];
  if (authType === 'basic' && basicOpts?.apiKeyAsBasic) return [secret(['apiKey'], 'field.apiKey')];
  if (authType === 'basic')
    return [plain(['basicAuth', 'username'], 'field.username'), secret(['basicAuth', 'password'], 'field.password')];
  if (authType === 'custom')
    return (customOpts?.inputs ?? []).map((input) => entryOf(input, ['customAuth', input.name]));
  const grant = authType === 'oauth2' ? oauth2Opts?.grantType : undefined;
  if (grant !== 'clientCredentials' && grant !== 'password') return [];
  const part = grant === 'password' ? 'oauth2PasswordCredentials' : 'oauth2ClientCredentials';
  const person = [plain([part, 'username'], 'field.username'), secret([part, 'password'], 'field.password')];
  const scopes = { ...plain([part, 'scopes'], 'field.scopes'), isRequired: false, hint: textOf('field.scopesHint') };
  return [
    ...(grant === 'password' ? person : []),
    plain([part, 'clientId'], 'field.clientId'),
    secret([part, 'clientSecret'], 'field.clientSecret'),
    ...(oauth2Opts?.explicitScopesRequired ? [scopes] : []),
  ];
}

/** The address of the provider's help page about credentials; empty when there is none. */
export function helpOf({ apiKeyOpts, basicOpts, oauth2Opts }: Provider): string {
  const found = apiKeyOpts?.docsURL ?? basicOpts?.docsURL ?? oauth2Opts?.docsURL ?? '';
  return /^https?:\/\//.test(found) ? found : '';
}

/** Makes a request body from the values. An optional value that is empty is left out. */
export function bodyOf(entries: readonly Entry[], values: Readonly<Record<string, string>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { path } of entries) {
    const value = (values[path.join('.')] ?? '').trim();
    if (value === '') continue;
    const [first, second] = path;
    const sent = second === 'scopes' ? value.split(/[\s,]+/) : first === 'providerMetadata' ? { value } : value;
    if (second === undefined) body[first] = sent;
    else body[first] = { ...(body[first] as object | undefined), [second]: sent };
  }
  return body;
}

function entryOf(input: Input, path: Entry['path']): Entry {
  return {
    path,
    label: input.displayName || input.name,
    hint: input.prompt ?? '',
    isSecret:
      input.fieldType === 'fieldTypePassword' ||
      (path[0] === 'customAuth' && /secret|password|token|key/i.test(input.name)),
    isRequired: input.defaultValue === undefined,
    initial: input.defaultValue ?? '',
    options: input.options ?? [],
  };
}

function plain(path: Entry['path'], key: Parameters<typeof textOf>[0]): Entry {
  return { path, label: textOf(key), hint: '', isSecret: false, isRequired: true, initial: '', options: [] };
}

function secret(path: Entry['path'], key: Parameters<typeof textOf>[0]): Entry {
  return { ...plain(path, key), isSecret: true };
}
