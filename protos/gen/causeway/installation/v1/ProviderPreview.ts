// Original file: protos/installation/v1/installation.proto

import type { PreviewCall as _causeway_installation_v1_PreviewCall, PreviewCall__Output as _causeway_installation_v1_PreviewCall__Output } from '../../../causeway/installation/v1/PreviewCall.ts';

export interface ProviderPreview {
  'objectNames'?: (string)[];
  'objectName'?: (string);
  'calls'?: (_causeway_installation_v1_PreviewCall)[];
  /**
   * JSON, as the provider would answer them.
   */
  'recordTexts'?: (string)[];
}

export interface ProviderPreview__Output {
  'objectNames': (string)[];
  'objectName': (string);
  'calls': (_causeway_installation_v1_PreviewCall__Output)[];
  /**
   * JSON, as the provider would answer them.
   */
  'recordTexts': (string)[];
}
