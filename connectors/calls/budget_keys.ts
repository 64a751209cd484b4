import { hashedKey } from '../../lib/ids/hashed_key.ts';
import type { LimitScope } from '../engine/file/provider.ts';

/** The account and object that the calls are for. */
export type Caller = {
  projectId: string;
  connectionId: string;
  /** Empty or null when the account was connected without a provider app. */
  providerAppId?: string | null | undefined;
  objectName?: string | undefined;
};

/** The keys of the budgets that a call uses, by scope; null for a scope in which the call has no budget. */
type BudgetKeys = Record<LimitScope, string | null>;

export function budgetKeys({ connectionId, providerAppId, objectName }: Caller): BudgetKeys {
  return {
    connection: `connection:${connectionId}`,
    app: providerAppId ? `app:${providerAppId}` : null,
    object: objectName === undefined ? null : hashedKey(`object:${connectionId}:${objectName}`),
  };
}

/** The client that authenticates a call about credentials: a provider app, or a single account. */
export type AuthClient = { providerAppId: string } | { account: string };

/**
 * The key of the budget for calls that sign in, get or revoke tokens or test credentials. They have their own budget,
 * so that a token endpoint that answers 429 stops no read, and an exhausted rate limit for reads stops no refresh.
 * There is one budget per host and client. Without a provider app the account is the client, so that an account whose
 * limit is exhausted stops no other customer.
 */
export function authBudgetKey(client: AuthClient, host: string): string {
  const who = 'providerAppId' in client ? `app:${client.providerAppId}` : `account:${client.account}`;
  return hashedKey(`auth:${host}:${who}`);
}
