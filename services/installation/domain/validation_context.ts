import type { ProviderFacts } from './provider.ts';

/** The context that the manifest rules need. */
export type ValidationContext = {
  provider(name: string): ProviderFacts | undefined;
  /** The fault of a schedule; null when it is valid. */
  checkCron(text: string, minGapMinutes: number): string | null;
  /** Names of the project's destinations that are known here so far. */
  destinations: ReadonlySet<string>;
  /** Providers for which the project has an OAuth app. */
  providerApps: ReadonlySet<string>;
};
