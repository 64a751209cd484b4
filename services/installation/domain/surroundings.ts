import type { ProviderFacts } from './provider.ts';

/** What the manifest rules ask of the world. */
export type Surroundings = {
  provider(name: string): ProviderFacts | undefined;
  /** Why a text is no schedule, or null. */
  checkCron(text: string, minGapMinutes: number): string | null;
  /** Names of the project's destinations, as far as they are known here yet. */
  destinations: ReadonlySet<string>;
  /** Providers for which the project has an OAuth app. */
  providerApps: ReadonlySet<string>;
};
