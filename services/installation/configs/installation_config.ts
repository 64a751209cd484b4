import type { DestinationIds } from '../destinations/destination.ts';

/**
 * `contentJson` is ConfigContent as JSON text. The hot read passes it on unparsed. `destinationIds` is null in configs
 * of 0.1.0.
 */
export type InstallationConfig = {
  id: string;
  revisionId: string;
  createTime: number;
  createdBy: string;
  contentJson: string;
  destinationIds: DestinationIds | null;
};
