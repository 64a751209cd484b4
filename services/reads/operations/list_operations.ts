import { pageTokens } from '../../../lib/ids/page_token.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import { filterOf, type OperationFilter } from '../../../lib/work/states.ts';
import type { InstallationClient } from '../installation.ts';
import type { Operation, OperationList, OperationStore } from './operation.ts';

type Stores = { operations: OperationStore };

/** An absent filter is an empty text, an empty list or the time 0. */
type ListRequest = {
  projectId: string;
  integrationId: string;
  installationId: string;
  installationIds?: readonly string[];
  objectName: string;
  status: string;
  actionType: string;
  since: number;
  until: number;
  recordId: string;
  /** True to list the whole project. Otherwise the integration and its installation must exist. */
  ofProject: boolean;
  pageSize: number;
  pageToken: string;
};
/** `messageIds`: the messages that contained the record, newest first. */
export type OperationOfRecord = Operation & { messageIds: string[] };
type ListedOperations = { operations: (Operation | OperationOfRecord)[]; nextPageToken: string };

const DEFAULT_SIZE = 200;
const MAX_SIZE = 1_000;

type Deps = { stores: Stores; installation: InstallationClient; findOperationsOfRecord: FindOperationsOfRecord };
export type FindOperationsOfRecord = (
  request: Pick<ListRequest, 'projectId' | 'installationId' | 'objectName' | 'recordId' | 'pageToken'>,
  query: { filter: OperationFilter; limit: number },
) => Promise<ListedOperations>;

const operationTokens = pageTokens('o1');

/**
 * Lists operations, newest first. The token names the last operation seen, so later pages stay correct while new
 * operations are created. Operations outlive their installation. So the installation is looked up only when the list is
 * empty, to report an unknown installation. Throws notFound, and invalidArgument for an unknown page token and for a
 * `recordId` without an object.
 */
export function makeListOperations({ stores, installation, findOperationsOfRecord }: Deps) {
  return async function listOperations(request: ListRequest): Promise<ListedOperations> {
    const { projectId, pageToken, recordId, ofProject } = request;
    if (!isImplemented(request)) return { operations: [], nextPageToken: '' };
    const { integrationId, installationId } = request;
    const filter = { ...(!ofProject && { integrationId, installationId }), ...filterOf(request) };
    const limit = Math.min(request.pageSize > 0 ? request.pageSize : DEFAULT_SIZE, MAX_SIZE);
    if (recordId !== '') {
      checkRecord(request);
      return findOperationsOfRecord(request, { filter, limit });
    }
    const found = await stores.operations.list(projectId, { filter, beforeId: idOf(pageToken), limit });
    if (!ofProject && found.operations.length === 0 && pageToken === '')
      await assertInstallationExists(installation, request);
    return listedPage(found);
  };
}

function listedPage({ operations, nextId }: OperationList): ListedOperations {
  return { operations, nextPageToken: nextId ? operationTokens.write(nextId) : '' };
}

function idOf(pageToken: string): string {
  return pageToken === '' ? '' : (operationTokens.read(pageToken)[0] as string);
}

/** All operations of this service have the action type `read`. */
function isImplemented({ actionType }: ListRequest): boolean {
  return actionType === '' || actionType === 'read';
}

function checkRecord({ installationId, objectName }: ListRequest): void {
  const missing = [...(installationId ? [] : ['installationId']), ...(objectName ? [] : ['objectName'])];
  if (missing.length === 0) return;
  throw new Problem('invalidArgument', 'A search by record needs the installation and the object.', {
    issues: missing.map((name) => ({ in: 'query', name, detail: 'is required with recordId' })),
  });
}

async function assertInstallationExists(installation: InstallationClient, request: ListRequest): Promise<void> {
  const plans = await installation.listPlans(request.projectId, request.installationId);
  if (plans.some(({ integrationId }) => integrationId !== request.integrationId))
    throw notFound('installation of this integration');
}
