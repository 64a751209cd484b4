import type { BuilderTokens } from '../../../lib/crypto/builder_token.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

export type IssueBuilderToken = (request: {
  builderId: string;
  lifetimeMillis?: number;
}) => Promise<{ token: string; expireTime: number }>;

type Deps = { stores: Stores; tokens: BuilderTokens; clock: Clock; defaultLifetime: number };

/** A token of the platform's own issuer; `lifetimeMillis` falls back to the setting (24 h). */
export function makeIssueBuilderToken({ stores, tokens, clock, defaultLifetime }: Deps): IssueBuilderToken {
  return async function issueBuilderToken({ builderId, lifetimeMillis }) {
    const builder = await stores.builders.find(builderId);
    if (!builder) throw new Problem('notFound', 'There is no such builder.');
    const now = clock.now();
    const claims = { builderId, email: builder.primaryEmail, emailVerified: true };
    const expireTime = now + (lifetimeMillis || defaultLifetime);
    return { token: await tokens.issue(claims, { now, expireTime }), expireTime };
  };
}
