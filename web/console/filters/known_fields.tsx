import type { Schema } from '../../api/contract.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useProjectPoll } from '../place/console_context.ts';
import { useFilters } from '../place/filters.ts';

/** The poll interval in milliseconds. The values change with a deploy. */
const EVERY_MS = 30_000;

function useIntegrations(): readonly Schema<'Integration'>[] {
  const query = { pageSize: 1_000 };
  return useProjectPoll('listIntegrations', { query }, { everyMs: EVERY_MS, isQuiet: true }).data ?? [];
}

/** A filter field with the providers of the project's integrations and newest connections. */
export function ProviderField() {
  const [{ provider = '' }, setFilter] = useFilters();
  const integrations = useIntegrations();
  const newest = useProjectPoll('listConnections', { query: { pageSize: 200 } }, { everyMs: EVERY_MS, isQuiet: true });
  const known = [...integrations, ...(newest.data ?? [])].map((one) => one.provider);
  return (
    <SelectField
      label="Provider"
      value={provider}
      options={optionsOf(known, provider)}
      onValue={setFilter('provider')}
    />
  );
}

/** A filter field with the project's integrations; each option also shows the provider. */
export function IntegrationField() {
  const [{ integrationId = '' }, setFilter] = useFilters();
  const listed = useIntegrations().map(({ id, name, provider }) => [id, `${name} (${provider})`] as const);
  const isListed = integrationId === '' || listed.some(([id]) => id === integrationId);
  return (
    <SelectField
      label="Integration"
      value={integrationId}
      options={[['', 'Any'], ...(isListed ? [] : [[integrationId, integrationId] as const]), ...listed]}
      onValue={setFilter('integrationId')}
    />
  );
}

/**
 * A filter field for an object. It suggests the objects of the manifests by both of their names, and accepts any text.
 */
export function ObjectField() {
  const [{ objectName = '' }, setFilter] = useFilters();
  return (
    <TextField
      label="Object"
      type="search"
      value={objectName}
      suggestions={objectNames(useIntegrations())}
      onValue={setFilter('objectName')}
    />
  );
}

function objectNames(integrations: readonly Schema<'Integration'>[]): string[] {
  const names = integrations.flatMap(({ latestRevision: { content } }) => [
    ...(content.read?.objects ?? []).flatMap(({ objectName, mapToName }) => [objectName, mapToName ?? objectName]),
    ...(content.write?.objects ?? []).map(({ objectName }) => objectName),
  ]);
  return [...new Set(names)].sort();
}

/** The options of a filter. The value in the address is an option even if the list does not contain it. */
function optionsOf(known: readonly string[], value: string): (readonly [string, string])[] {
  const names = [...new Set([...known, value].filter((one) => one !== ''))].sort();
  return [['', 'Any'], ...names.map((name) => [name, name] as const)];
}
