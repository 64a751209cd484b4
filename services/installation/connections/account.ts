import { parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { TokenAnswer } from '../credentials.ts';
import { isPlainObject } from '../fault.ts';
import type { Connection } from './connection.ts';

/** The provider account of a connection. Unknown parts are empty. */
type Account = Pick<Connection, 'workspaceRef' | 'providerConsumerRef' | 'metadataJson'>;
type NamedAccount = Pick<Connection, 'workspaceRef' | 'metadataJson'>;
/** One metadata value and its source: `input` (the builder), `token` (the token response) or another response. */
type MetadataEntry = { value: string; source: string; displayName?: string };

const MAX_REF_CHARACTERS = 191;

/**
 * Merges the builder's request with the token response; the builder's values win. References are cut to 191 characters.
 */
export function mergeAccount(asked: NamedAccount, learned: TokenAnswer['metadata']): Account {
  const { workspaceRef: learnedWorkspace = '', consumerRef = '', ...other } = learned;
  const given = entriesOf(asked.metadataJson);
  const workspaceRef = workspaceOf(asked) || learnedWorkspace.slice(0, MAX_REF_CHARACTERS);
  const workspace = { source: workspaceOf(asked) ? 'input' : 'token', ...given['workspace'], value: workspaceRef };
  const metadata = { ...entriesFromToken(other), ...given, ...(workspaceRef && { workspace }) };
  return {
    workspaceRef,
    providerConsumerRef: consumerRef.slice(0, MAX_REF_CHARACTERS),
    metadataJson: stringifyJson(metadata),
  };
}

/** Returns the workspace of a request: `workspaceRef`, or `metadata.workspace` if `workspaceRef` is empty. */
export function workspaceOf({ workspaceRef, metadataJson }: NamedAccount): string {
  return workspaceRef || (entriesOf(metadataJson)['workspace']?.value ?? '');
}

/**
 * Applies a builder's change to an account. New metadata replaces the builder's earlier values. The provider's values
 * stay unless the change names them.
 */
export function changeAccount(
  before: NamedAccount,
  change: { workspaceRef?: string; metadataJson?: string },
): NamedAccount {
  const old = entriesOf(before.metadataJson);
  const learned = Object.entries(old).filter(([, { source }]) => source !== 'input');
  const given = change.metadataJson === undefined ? old : entriesOf(change.metadataJson);
  const metadata = { ...Object.fromEntries(learned), ...given };
  const workspaceRef = change.workspaceRef ?? given['workspace']?.value ?? before.workspaceRef;
  if (change.workspaceRef !== undefined) metadata['workspace'] = { value: workspaceRef, source: 'input' };
  else if (workspaceRef)
    metadata['workspace'] = { source: 'input', ...old['workspace'], ...given['workspace'], value: workspaceRef };
  return { workspaceRef, metadataJson: stringifyJson(metadata) };
}

/** The workspace that the provider returned at sign-in; empty when the provider returned none. */
export function learnedWorkspace({ metadataJson }: Pick<NamedAccount, 'metadataJson'>): string {
  const { source, value } = entriesOf(metadataJson)['workspace'] ?? {};
  return source === 'token' ? (value ?? '') : '';
}

function entriesFromToken(learned: Record<string, string>): Record<string, MetadataEntry> {
  return Object.fromEntries(Object.entries(learned).map(([name, value]) => [name, { value, source: 'token' }]));
}

/** Reads metadata in either form, {name: value} or {name: {value, source, displayName}}. The second form is stored. */
function entriesOf(metadataJson: string): Record<string, MetadataEntry> {
  const metadata: unknown = parseJson(metadataJson || '{}');
  return Object.fromEntries(
    Object.entries(isPlainObject(metadata) ? metadata : {}).map(([name, part]) => [name, entryOf(part)]),
  );
}

function entryOf(part: unknown): MetadataEntry {
  if (!isPlainObject(part)) return { value: String(part), source: 'input' };
  const { value, source = 'input', ...more } = part;
  return { ...more, value: String(value), source: String(source) };
}
