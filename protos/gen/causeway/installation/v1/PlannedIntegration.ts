// Original file: protos/installation/v1/installation.proto

import type { Integration as _causeway_installation_v1_Integration, Integration__Output as _causeway_installation_v1_Integration__Output } from '../../../causeway/installation/v1/Integration.ts';
import type { Warning as _causeway_installation_v1_Warning, Warning__Output as _causeway_installation_v1_Warning__Output } from '../../../causeway/installation/v1/Warning.ts';

export interface PlannedIntegration {
  'name'?: (string);
  'provider'?: (string);
  /**
   * created, changed or unchanged.
   */
  'change'?: (string);
  /**
   * Not set if it would be created.
   */
  'before'?: (_causeway_installation_v1_Integration | null);
  'contentJson'?: (string);
  'warnings'?: (_causeway_installation_v1_Warning)[];
  'droppedObjects'?: (string)[];
}

export interface PlannedIntegration__Output {
  'name': (string);
  'provider': (string);
  /**
   * created, changed or unchanged.
   */
  'change': (string);
  /**
   * Not set if it would be created.
   */
  'before': (_causeway_installation_v1_Integration__Output | null);
  'contentJson': (string);
  'warnings': (_causeway_installation_v1_Warning__Output)[];
  'droppedObjects': (string)[];
}
