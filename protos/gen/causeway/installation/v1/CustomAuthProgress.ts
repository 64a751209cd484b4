// Original file: protos/installation/v1/installation.proto

import type { Connection as _causeway_installation_v1_Connection, Connection__Output as _causeway_installation_v1_Connection__Output } from '../../../causeway/installation/v1/Connection.ts';

/**
 * Either a redirect with its session, or the connection.
 */
export interface CustomAuthProgress {
  'redirectUrl'?: (string);
  'sessionId'?: (string);
  'connection'?: (_causeway_installation_v1_Connection | null);
}

/**
 * Either a redirect with its session, or the connection.
 */
export interface CustomAuthProgress__Output {
  'redirectUrl': (string);
  'sessionId': (string);
  'connection': (_causeway_installation_v1_Connection__Output | null);
}
