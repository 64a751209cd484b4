import type { Keyset } from '../../../lib/db/keyset.ts';
import type { FullInstallation } from '../installations/installation.ts';
import type { Integration } from '../integrations/integration.ts';

/** The id and all names of a destination. Revisions and configs of 0.1.0 store only names. */
export type DestinationInUse = { id: string; names: readonly string[] };

/** The users of a destination, up to the requested number. `hasMore`: there are more users. */
export type DestinationUsers = {
  integrationNames: string[];
  installations: { installationId: string; integrationName: string; groupRef: string }[];
  hasMore: boolean;
};

/** Finds rows that may use a destination. The caller checks their contents. */
export type DestinationUseStore = {
  /** Integrations whose latest revision mentions the destination; newest first. */
  integrations(projectId: string, destination: DestinationInUse, keyset: Keyset): Promise<Integration[]>;
  /** Installations whose config, pinned revision or latest revision mentions the destination; newest first. */
  installations(projectId: string, destination: DestinationInUse, keyset: Keyset): Promise<FullInstallation[]>;
  /** Integrations with a revision or a config of 0.1.0 that mentions one of these names. */
  integrationsNaming(projectId: string, names: readonly string[]): Promise<string[]>;
};
