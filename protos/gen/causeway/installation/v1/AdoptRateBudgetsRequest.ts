// Original file: protos/installation/v1/installation.proto

import type { FormerRateBudget as _causeway_installation_v1_FormerRateBudget, FormerRateBudget__Output as _causeway_installation_v1_FormerRateBudget__Output } from '../../../causeway/installation/v1/FormerRateBudget.ts';

export interface AdoptRateBudgetsRequest {
  'budgets'?: (_causeway_installation_v1_FormerRateBudget)[];
  /**
   * The clock of the database that they come from.
   */
  'now'?: (number | string);
}

export interface AdoptRateBudgetsRequest__Output {
  'budgets': (_causeway_installation_v1_FormerRateBudget__Output)[];
  /**
   * The clock of the database that they come from.
   */
  'now': (number);
}
