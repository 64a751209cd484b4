import type { ReadPlan } from './read_plan.ts';

/** What to attach to calls of one connection. In memory only, and never logged. */
export type CallAuth = {
  headers: Record<string, string>;
  query: Record<string, string>;
  variables: Record<string, string>;
  generation: number;
  /** Unix ms; 0 when the provider names none. */
  expireTime: number;
  /** The app through which the account was connected; empty when there is none. */
  providerAppId?: string;
};

/** What reads asks of the installation service. Methods reject with a Problem. */
export type InstallationClient = {
  /** Every readable object of an installation, or only the one of this (native) name. Problems: notFound. */
  listPlans(projectId: string, installationId: string, objectName?: string): Promise<ReadPlan[]>;
  /** Problems: notFound (integration), invalidArgument (group, object, disabled). */
  findPlan(query: {
    projectId: string;
    integrationId: string;
    groupRef: string;
    objectName: string;
  }): Promise<ReadPlan>;
  /** Problems: notFound, unprocessable when the credentials are bad. */
  getCallAuth(projectId: string, connectionId: string): Promise<CallAuth>;
  /** The provider said 401 to this generation. */
  reportRejected(projectId: string, connectionId: string, generation: number): Promise<void>;
};
