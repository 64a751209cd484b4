// Original file: protos/installation/v1/installation.proto

import type { ResolvedDestination as _causeway_installation_v1_ResolvedDestination, ResolvedDestination__Output as _causeway_installation_v1_ResolvedDestination__Output } from '../../../causeway/installation/v1/ResolvedDestination.ts';

/**
 * What destination names meant when the request came in. Not set by a gateway of 0.1.0; then names are resolved from
 * events.
 */
export interface DestinationResolution {
  'destinations'?: (_causeway_installation_v1_ResolvedDestination)[];
}

/**
 * What destination names meant when the request came in. Not set by a gateway of 0.1.0; then names are resolved from
 * events.
 */
export interface DestinationResolution__Output {
  'destinations': (_causeway_installation_v1_ResolvedDestination__Output)[];
}
