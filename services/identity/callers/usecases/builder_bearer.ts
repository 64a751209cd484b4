import { badToken, type BearerKind } from './bearer.ts';
import type { BuilderOfToken } from './builder_of_token.ts';
import { callerOfBuilder } from './caller_of_builder.ts';
import type { ProjectStore } from '../../projects/domain/project.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

type Stores = { projects: ProjectStore; memberships: MembershipStore };

/** `issuers`: the issuers that `builderOfToken` can verify, our own and the configured one. */
type Deps = { stores: Stores; builderOfToken: BuilderOfToken; issuers: string[] };

/** Bearer tokens of builders, from any accepted issuer. */
export function builderBearer({ stores, builderOfToken, issuers }: Deps): BearerKind {
  return {
    looksLike: ({ issuer }) => issuers.includes(issuer),
    async callerOf(token) {
      const holder = await builderOfToken(token);
      if (!holder) throw badToken();
      return callerOfBuilder(stores, { ...holder, builderId: holder.builder.id });
    },
  };
}
