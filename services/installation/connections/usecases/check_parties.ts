import { workspaceOf } from '../domain/account.ts';
import { checkRefs } from '../../domain/refs.ts';

type Parties = {
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
};

/** Validates the refs and names of a request to connect. Throws invalidArgument. */
export function checkParties({ groupRef, groupName, consumerRef, consumerName, ...account }: Parties): void {
  const providerWorkspaceRef = workspaceOf(account);
  const optional = ['groupName', 'consumerName', 'providerWorkspaceRef'];
  checkRefs({ groupRef, consumerRef, groupName, consumerName, providerWorkspaceRef }, optional);
}
