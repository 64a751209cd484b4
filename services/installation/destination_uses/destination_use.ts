import type { Keyset } from '../../../lib/db/keyset.ts';
import type { FullInstallation } from '../installations/installation.ts';
import type { Integration } from '../integrations/integration.ts';

/** A destination by id, and by all its names for revisions and configs of 0.1.0, which hold names only. */
export type DestinationInUse = { id: string; names: readonly string[] };

/** The users of a destination, up to the requested number; `hasMore` when there are others. */
export type DestinationUsers = {
  integrationNames: string[];
  installations: { installationId: string; integrationName: string; groupRef: string }[];
  hasMore: boolean;
};

/** Rows that may use a destination. The caller looks at their contents. */
export type DestinationUseStore = {
  /** Integrations whose latest revision mentions it; newest first. */
  integrations(projectId: string, destination: DestinationInUse, keyset: Keyset): Promise<Integration[]>;
  /** Installations whose config, pinned revision or latest revision mentions it; newest first. */
  installations(projectId: string, destination: DestinationInUse, keyset: Keyset): Promise<FullInstallation[]>;
  /** Integrations of which a revision or a config of 0.1.0 mentions one of these names. */
  integrationsNaming(projectId: string, names: readonly string[]): Promise<string[]>;
};
