// Original file: protos/installation/v1/installation.proto

import type { ClosedRateBudget as _causeway_installation_v1_ClosedRateBudget, ClosedRateBudget__Output as _causeway_installation_v1_ClosedRateBudget__Output } from '../../../causeway/installation/v1/ClosedRateBudget.ts';

export interface ClosedRateBudgets {
  'budgets'?: (_causeway_installation_v1_ClosedRateBudget)[];
}

export interface ClosedRateBudgets__Output {
  'budgets': (_causeway_installation_v1_ClosedRateBudget__Output)[];
}
