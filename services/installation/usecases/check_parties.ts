import { workspaceOf } from '../domain/account.ts';
import { checkRefs } from '../domain/refs.ts';

type Parties = {
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
};

/** Who connects, and which account: throws invalidArgument for a ref that can't be one. */
export function checkParties({ groupRef, groupName, consumerRef, consumerName, ...account }: Parties): void {
  const providerWorkspaceRef = workspaceOf(account);
  const optional = ['groupName', 'consumerName', 'providerWorkspaceRef'];
  checkRefs({ groupRef, consumerRef, groupName, consumerName, providerWorkspaceRef }, optional);
}
