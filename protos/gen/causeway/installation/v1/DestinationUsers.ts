// Original file: protos/installation/v1/installation.proto

import type { DestinationUser as _causeway_installation_v1_DestinationUser, DestinationUser__Output as _causeway_installation_v1_DestinationUser__Output } from '../../../causeway/installation/v1/DestinationUser.ts';

/**
 * At most 20 integrations and 20 installations.
 */
export interface DestinationUsers {
  /**
   * Integrations whose latest revision names it.
   */
  'integrationNames'?: (string)[];
  'installations'?: (_causeway_installation_v1_DestinationUser)[];
  'hasMore'?: (boolean);
}

/**
 * At most 20 integrations and 20 installations.
 */
export interface DestinationUsers__Output {
  /**
   * Integrations whose latest revision names it.
   */
  'integrationNames': (string)[];
  'installations': (_causeway_installation_v1_DestinationUser__Output)[];
  'hasMore': (boolean);
}
