import type { Module, Provider } from '../file/provider.ts';

/** A provider without its object tables: the data that GET /providers needs. */
export type ProviderSummary = Omit<Provider, Heavy | 'modules'> & { modules?: Record<string, ModuleSummary> };
export type ModuleSummary = Omit<Module, 'objects' | 'knownFields' | 'reading' | 'write'>;
type Heavy = 'reading' | 'styles' | 'objects' | 'knownFields' | 'metadata' | 'fieldUpsert' | 'write';

export function summaryOf(provider: Provider): ProviderSummary {
  const { reading, styles, objects, knownFields, metadata, fieldUpsert, write, modules, ...summary } = provider;
  return { ...summary, ...(modules && { modules: summariesOf(modules) }) };
}

function summariesOf(modules: Record<string, Module>): Record<string, ModuleSummary> {
  return Object.fromEntries(
    Object.entries(modules).map(([name, { objects, knownFields, reading, write, ...summary }]) => [name, summary]),
  );
}
