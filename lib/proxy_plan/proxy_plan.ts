/**
 * The data that proxied calls of one installation need. `installation` sends it as the message ProxyPlan, with the same
 * fields.
 */
export type ProxyPlan = {
  projectId: string;
  installationId: string;
  integrationId: string;
  integrationName: string;
  configId: string;
  connectionId: string;
  /** Identifies the current credentials and variables of the connection; '' when the provider has refused them. */
  credentialsVersion: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  provider: string;
  /** The module whose address is called; '': the provider's own address. */
  module: string;
};
