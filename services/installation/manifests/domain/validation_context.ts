import type { Resolution } from '../../destinations/domain/destination.ts';
import type { ProviderFacts } from '../../providers/domain/provider.ts';

/** The context that the manifest rules need. */
export type ValidationContext = {
  provider(name: string): ProviderFacts | undefined;
  providerNames(): readonly string[];
  /** True for a sandbox provider where CAUSEWAY_SANDBOX is off. */
  isWithheld(name: string): boolean;
  /** The fault of a schedule; null when it is valid. */
  checkCron(text: string, minGapMinutes: number): string | null;
  resolution: Resolution;
  /** Whether an event of a destination with this name has arrived; used only without a resolution. */
  isKnownDestination(name: string): boolean;
  /** Providers for which the project has an OAuth app. */
  providerApps: ReadonlySet<string>;
};
