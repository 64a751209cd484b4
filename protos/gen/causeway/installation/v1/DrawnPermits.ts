// Original file: protos/installation/v1/installation.proto

import type { Permits as _causeway_installation_v1_Permits, Permits__Output as _causeway_installation_v1_Permits__Output } from '../../../causeway/installation/v1/Permits.ts';

export interface DrawnPermits {
  /**
   * Unset when there are none.
   */
  'permits'?: (_causeway_installation_v1_Permits | null);
  'waitMs'?: (number | string);
}

export interface DrawnPermits__Output {
  /**
   * Unset when there are none.
   */
  'permits': (_causeway_installation_v1_Permits__Output | null);
  'waitMs': (number);
}
