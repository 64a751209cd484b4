import type { ProviderSummary } from './provider_summary.ts';

/** The folder where the build writes the checked provider files: index.json and one JSON file per provider. */
export const COMPILED_FOLDER = 'dist/connectors/catalogue';

/** Summary and text hash of each compiled provider file, by provider name. */
export type CompiledIndex = Record<string, { hash: string; summary: ProviderSummary }>;
