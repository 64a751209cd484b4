import type { InstallationKey } from '../../domain/object_key.ts';
import type { Difference, Replay, ReplayConfig, ReplayResult } from '../../operations/domain/replay.ts';

export type ReplayStore = {
  insert(projectId: string, operationId: string, config: ReplayConfig): Promise<void>;
  find(projectId: string, operationId: string): Promise<ReplayResult | undefined>;
  update(projectId: string, operationId: string, difference: Difference): Promise<void>;
  /** The id of a running replay with the same options. */
  findOpen(of: InstallationKey, replay: Replay & { config: ReplayConfig }): Promise<string | undefined>;
};
