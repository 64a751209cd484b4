/**
 * The data that proxied calls of one installation need, as `installation` sends it (the message ProxyPlan has the same
 * fields).
 */
export type ProxyPlan = {
  projectId: string;
  installationId: string;
  integrationId: string;
  integrationName: string;
  configId: string;
  connectionId: string;
  /** Names the credentials and variables that the connection has now; empty when the provider has refused them. */
  credentialsVersion: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  provider: string;
  /** The module to whose address the calls go; empty: they go to the provider's own. */
  module: string;
};
