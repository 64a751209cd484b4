// Original file: protos/installation/v1/installation.proto

import type { ConnectSession as _causeway_installation_v1_ConnectSession, ConnectSession__Output as _causeway_installation_v1_ConnectSession__Output } from '../../../causeway/installation/v1/ConnectSession.ts';

export interface NewConnectSession {
  'session'?: (_causeway_installation_v1_ConnectSession | null);
  'token'?: (string);
}

export interface NewConnectSession__Output {
  'session': (_causeway_installation_v1_ConnectSession__Output | null);
  'token': (string);
}
