// Original file: protos/installation/v1/installation.proto

import type { AllowedRate as _causeway_installation_v1_AllowedRate, AllowedRate__Output as _causeway_installation_v1_AllowedRate__Output } from '../../../causeway/installation/v1/AllowedRate.ts';
import type { UnusedPermits as _causeway_installation_v1_UnusedPermits, UnusedPermits__Output as _causeway_installation_v1_UnusedPermits__Output } from '../../../causeway/installation/v1/UnusedPermits.ts';
import type { LateCall as _causeway_installation_v1_LateCall, LateCall__Output as _causeway_installation_v1_LateCall__Output } from '../../../causeway/installation/v1/LateCall.ts';
import type { RateLimitHeaders as _causeway_installation_v1_RateLimitHeaders, RateLimitHeaders__Output as _causeway_installation_v1_RateLimitHeaders__Output } from '../../../causeway/installation/v1/RateLimitHeaders.ts';

export interface DrawPermitsRequest {
  'projectId'?: (string);
  'key'?: (string);
  'allowed'?: (_causeway_installation_v1_AllowedRate)[];
  'wanted'?: (number);
  'isInteractive'?: (boolean);
  'lagMs'?: (number | string);
  'unused'?: (_causeway_installation_v1_UnusedPermits | null);
  'late'?: (_causeway_installation_v1_LateCall)[];
  'headers'?: (_causeway_installation_v1_RateLimitHeaders | null);
}

export interface DrawPermitsRequest__Output {
  'projectId': (string);
  'key': (string);
  'allowed': (_causeway_installation_v1_AllowedRate__Output)[];
  'wanted': (number);
  'isInteractive': (boolean);
  'lagMs': (number);
  'unused': (_causeway_installation_v1_UnusedPermits__Output | null);
  'late': (_causeway_installation_v1_LateCall__Output)[];
  'headers': (_causeway_installation_v1_RateLimitHeaders__Output | null);
}
