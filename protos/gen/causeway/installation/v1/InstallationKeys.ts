// Original file: protos/installation/v1/installation.proto

import type { InstallationKey as _causeway_installation_v1_InstallationKey, InstallationKey__Output as _causeway_installation_v1_InstallationKey__Output } from '../../../causeway/installation/v1/InstallationKey.ts';

export interface InstallationKeys {
  'keys'?: (_causeway_installation_v1_InstallationKey)[];
}

export interface InstallationKeys__Output {
  'keys': (_causeway_installation_v1_InstallationKey__Output)[];
}
