// Original file: protos/installation/v1/installation.proto

import type { ProviderApp as _causeway_installation_v1_ProviderApp, ProviderApp__Output as _causeway_installation_v1_ProviderApp__Output } from '../../../causeway/installation/v1/ProviderApp.ts';

export interface ListProviderAppsResponse {
  'providerApps'?: (_causeway_installation_v1_ProviderApp)[];
}

export interface ListProviderAppsResponse__Output {
  'providerApps': (_causeway_installation_v1_ProviderApp__Output)[];
}
