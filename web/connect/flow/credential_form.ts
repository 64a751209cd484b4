import type { Schema } from '../../api/contract.ts';
import { textOf } from '../../texts/connect.ts';

type Provider = Schema<'ProviderInfo'>;
type Input = Schema<'ProviderInput'>;

/** One thing that the customer enters. `path`: where it goes in the request. */
export type Entry = {
  path: readonly [string, ...string[]];
  label: string;
  hint: string;
  isSecret: boolean;
  isRequired: boolean;
  initial: string;
  options: readonly { value: string; label: string }[];
};

/** How the customer signs in: in a window at the provider, in steps, or by what they enter here. */
export type Way = 'window' | 'steps' | 'entered';

export function wayOf({ authType, oauth2Opts, customOpts }: Provider): Way {
  if (authType === 'custom' && customOpts?.multiStep) return 'steps';
  const grant = oauth2Opts?.grantType;
  return authType === 'oauth2' && grant !== 'clientCredentials' && grant !== 'password' ? 'window' : 'entered';
}

/**
 * The inputs of a customer for a provider: its workspace and other inputs, and the credentials. `known`: of a
 * connection that is connected again; what it says of the account need not be entered again.
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

/** The page of the provider that explains where the credentials are; empty when there is none. */
export function helpOf({ apiKeyOpts, basicOpts, oauth2Opts }: Provider): string {
  const found = apiKeyOpts?.docsURL ?? basicOpts?.docsURL ?? oauth2Opts?.docsURL ?? '';
  return /^https?:\/\//.test(found) ? found : '';
}

/** The values as a request has them, by the paths of the entries. Empty optional ones are left out. */
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
