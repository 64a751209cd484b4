import type { Schema } from '../../api/contract.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useAsked } from '../place/console_context.ts';
import { useFilters } from '../place/filters.ts';

/** Ms. A deploy changes them. */
const EVERY_MS = 30_000;

function useIntegrations(): readonly Schema<'Integration'>[] {
  const query = { pageSize: 1_000 };
  return useAsked('listIntegrations', { query }, { everyMs: EVERY_MS, isQuiet: true }).data ?? [];
}

/** Filters by a provider of the project: of its integrations and newest connections. */
export function ProviderField() {
  const [{ provider = '' }, setFilter] = useFilters();
  const integrations = useIntegrations();
  const newest = useAsked('listConnections', { query: { pageSize: 200 } }, { everyMs: EVERY_MS, isQuiet: true });
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

/** Filters by an integration, which names its provider. */
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

/** Filters by an object: one of a manifest, by either of its names, or any other. */
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

/** The value in the address is offered even if the list does not have it. */
function optionsOf(known: readonly string[], value: string): (readonly [string, string])[] {
  const names = [...new Set([...known, value].filter((one) => one !== ''))].sort();
  return [['', 'Any'], ...names.map((name) => [name, name] as const)];
}
