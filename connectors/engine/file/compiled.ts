import type { ProviderSummary } from './provider_summary.ts';

/** Where the build leaves the provider files that it has parsed and checked: index.json, and one file a provider. */
export const COMPILED = 'dist/connectors/catalogue';

/** What the build has seen, by the hash of its text. */
export type CompiledIndex = Record<string, { hash: string; summary: ProviderSummary }>;
