import { hashedKey } from '../../lib/ids/hashed_key.ts';
import type { LimitScope } from '../engine/file/provider.ts';

/** The account and provider app that make the calls. */
export type Caller = {
  projectId: string;
  connectionId: string;
  /** Empty or null when the account was connected without a provider app. */
  providerAppId?: string | null | undefined;
  objectName?: string | undefined;
};

/** The keys of the budgets that a call uses; null where the call has none of that scope. */
type BudgetKeys = Record<LimitScope, string | null>;

export function budgetKeys({ connectionId, providerAppId, objectName }: Caller): BudgetKeys {
  return {
    connection: `connection:${connectionId}`,
    app: providerAppId ? `app:${providerAppId}` : null,
    object: objectName === undefined ? null : hashedKey(`object:${connectionId}:${objectName}`),
  };
}

/** The owner of the credentials that authenticate a call about credentials: a provider app, or one account. */
export type Client = { providerAppId: string } | { account: string };

/**
 * Calls that sign in, get or revoke tokens or test credentials have a budget of their own, per client and host. So a
 * token endpoint that answers 429 stops no read, and an exhausted limit of the data stops no refresh. A call that only
 * an account authenticates meets the limits of that account, which must not stop the other customers of the app.
 */
export function authBudgetKey(client: Client, host: string): string {
  const who = 'providerAppId' in client ? `app:${client.providerAppId}` : `account:${client.account}`;
  return hashedKey(`auth:${host}:${who}`);
}
