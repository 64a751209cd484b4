// Original file: protos/installation/v1/installation.proto

import type { Revision as _causeway_installation_v1_Revision, Revision__Output as _causeway_installation_v1_Revision__Output } from '../../../causeway/installation/v1/Revision.ts';

export interface DeployPlan {
  /**
   * created, changed or unchanged.
   */
  'change'?: (string);
  /**
   * Not set if the integration would be created.
   */
  'former'?: (_causeway_installation_v1_Revision | null);
  'droppedObjects'?: (string)[];
}

export interface DeployPlan__Output {
  /**
   * created, changed or unchanged.
   */
  'change': (string);
  /**
   * Not set if the integration would be created.
   */
  'former': (_causeway_installation_v1_Revision__Output | null);
  'droppedObjects': (string)[];
}
