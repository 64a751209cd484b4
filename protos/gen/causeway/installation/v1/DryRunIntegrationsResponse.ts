// Original file: protos/installation/v1/installation.proto

import type { Warning as _causeway_installation_v1_Warning, Warning__Output as _causeway_installation_v1_Warning__Output } from '../../../causeway/installation/v1/Warning.ts';
import type { PlannedIntegration as _causeway_installation_v1_PlannedIntegration, PlannedIntegration__Output as _causeway_installation_v1_PlannedIntegration__Output } from '../../../causeway/installation/v1/PlannedIntegration.ts';

export interface DryRunIntegrationsResponse {
  'problems'?: (_causeway_installation_v1_Warning)[];
  'integrations'?: (_causeway_installation_v1_PlannedIntegration)[];
}

export interface DryRunIntegrationsResponse__Output {
  'problems': (_causeway_installation_v1_Warning__Output)[];
  'integrations': (_causeway_installation_v1_PlannedIntegration__Output)[];
}
