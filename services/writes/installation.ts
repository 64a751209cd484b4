import type { ProxyPlan } from '../../lib/proxy_plan/proxy_plan.ts';
import type { WritePlan } from '../../lib/write_plan/write_plan.ts';

/** Credentials for the calls of one connection. They are held in memory only, and never logged. */
export type CallAuth = {
  headers: Record<string, string>;
  query: Record<string, string>;
  variables: Record<string, string>;
  generation: number;
  /** Unix ms; 0 when the provider gives no expiry. */
  expireTime: number;
  providerAppId: string;
};

export type PlanQuery = { projectId: string; integrationId: string; groupRef: string; objectName: string };

/** Identifies an installation by its id, or by integration and group. The other fields are empty texts. */
export type ProxyQuery = { projectId: string; installationId: string; integrationId: string; groupRef: string };

/** The calls of the service `writes` to the installation service. Every method rejects with a Problem. */
export type InstallationClient = {
  /** Throws notFound (integration) and invalidArgument (group, object). */
  findPlan(query: PlanQuery): Promise<WritePlan>;
  /** Throws notFound, invalidArgument (group), and a Problem when the proxy is off. */
  findProxyPlan(query: ProxyQuery): Promise<ProxyPlan>;
  /** Throws notFound, and unprocessable when the credentials are invalid. */
  getCallAuth(projectId: string, connectionId: string): Promise<CallAuth>;
  /** Reports that the provider answered 401 to credentials of this generation. */
  reportRejected(projectId: string, connectionId: string, generation: number): Promise<void>;
};
