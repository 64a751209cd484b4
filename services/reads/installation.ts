import { Problem } from '../../lib/problem/problem.ts';
import type { ReadPlan } from './read_plan.ts';

/** Credentials for the calls of one connection. They are held in memory only, and never logged. */
export type CallAuth = {
  headers: Record<string, string>;
  query: Record<string, string>;
  variables: Record<string, string>;
  generation: number;
  /** Unix ms; 0 when the provider gives no expiry. */
  expireTime: number;
  /** The provider app that the account was connected with; empty when there is none. */
  providerAppId?: string;
};

/** The calls of the service `reads` to the installation service. Every method rejects with a Problem. */
export type InstallationClient = {
  /** Lists all readable objects of an installation, or only the object with this native name. Throws notFound. */
  listPlans(projectId: string, installationId: string, objectName?: string): Promise<ReadPlan[]>;
  /** Lists the next installations of all projects, ordered by id, with ids above `after`; empty at the end. */
  listInstallations(after: string): Promise<{ projectId: string; installationId: string }[]>;
  /** Throws notFound (integration) and invalidArgument (group, object, disabled). */
  findPlan(query: {
    projectId: string;
    integrationId: string;
    groupRef: string;
    objectName: string;
  }): Promise<ReadPlan>;
  /** Throws notFound, and unprocessable when the credentials are invalid. */
  getCallAuth(projectId: string, connectionId: string): Promise<CallAuth>;
  /** Reports that the provider answered 401 to credentials of this generation. */
  reportRejected(projectId: string, connectionId: string, generation: number): Promise<void>;
};

export const INSTALLATION_DELETED = 'The installation was deleted.';

/**
 * Rethrows notFound with the text of the deletion event. So a running read ends with the same text in both cases: the
 * event arrives first, or a request for a plan or credentials fails first.
 */
export function throwInstallationDeleted(error: unknown): never {
  if (error instanceof Problem && error.kind === 'notFound') {
    throw new Problem('notFound', INSTALLATION_DELETED, { cause: error });
  }
  throw error;
}
