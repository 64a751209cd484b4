import { parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { Connection } from './connection.ts';
import type { TokenAnswer } from './credentials.ts';
import { isPlainObject } from './spot.ts';

/** Which account a connection is of, as far as it is known. */
export type Account = Pick<Connection, 'workspaceRef' | 'providerConsumerRef' | 'metadataJson'>;
type Named = Pick<Connection, 'workspaceRef' | 'metadataJson'>;
/** One value a provider needs to know, and who said it: the builder (input), a token answer or another of the provider's. */
type Entry = { value: string; source: string; displayName?: string };

const MOST = 191;

/** Which account it is: what the builder said, completed by what the token answer said. */
export function accountOf(asked: Named, learned: TokenAnswer['metadata']): Account {
  const { workspaceRef: learnedWorkspace = '', consumerRef = '', ...other } = learned;
  const given = entriesOf(asked.metadataJson);
  const workspaceRef = workspaceOf(asked) || learnedWorkspace.slice(0, MOST);
  const workspace = { source: workspaceOf(asked) ? 'input' : 'token', ...given['workspace'], value: workspaceRef };
  const metadata = { ...fromToken(other), ...given, ...(workspaceRef && { workspace }) };
  return {
    workspaceRef,
    providerConsumerRef: consumerRef.slice(0, MOST),
    metadataJson: stringifyJson(metadata),
  };
}

/** The workspace as a request names it: the field of its own wins over the metadata, and both then say the same. */
export function workspaceOf({ workspaceRef, metadataJson }: Named): string {
  return workspaceRef || (entriesOf(metadataJson)['workspace']?.value ?? '');
}

/**
 * The account after a builder changed what it knows of it: new metadata replaces what came from the builder, and leaves
 * what came from the provider unless it names it.
 */
export function changedAccount(before: Named, change: { workspaceRef?: string; metadataJson?: string }): Named {
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

/** The workspace as the provider itself named it when the customer signed in; empty when only the builder said one. */
export function learnedWorkspace({ metadataJson }: Pick<Named, 'metadataJson'>): string {
  const { source, value } = entriesOf(metadataJson)['workspace'] ?? {};
  return source === 'token' ? (value ?? '') : '';
}

function fromToken(learned: Record<string, string>): Record<string, Entry> {
  return Object.fromEntries(Object.entries(learned).map(([name, value]) => [name, { value, source: 'token' }]));
}

/** Metadata comes as {name: value} or {name: {value, source, displayName}}, and is kept as the second. */
function entriesOf(metadataJson: string): Record<string, Entry> {
  const metadata: unknown = parseJson(metadataJson || '{}');
  return Object.fromEntries(
    Object.entries(isPlainObject(metadata) ? metadata : {}).map(([name, part]) => [name, entryOf(part)]),
  );
}

function entryOf(part: unknown): Entry {
  if (!isPlainObject(part)) return { value: String(part), source: 'input' };
  const { value, source = 'input', ...more } = part;
  return { ...more, value: String(value), source: String(source) };
}
