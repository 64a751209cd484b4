import { Buffer } from 'node:buffer';
import { isId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { InstallationClient } from '../domain/installation.ts';
import type { Operation } from '../domain/operation.ts';
import type { Stores } from '../domain/stores.ts';

export type ListRequest = {
  projectId: string;
  integrationId: string;
  installationId: string;
  pageSize: number;
  pageToken: string;
};

const DEFAULT_SIZE = 200;
const MAX_SIZE = 1_000;

/**
 * Newest first. The token names the last operation seen, so later pages stay correct while new operations are created.
 * Operations outlive their installation. When none is found, the installation is looked up, so that an unknown one is
 * reported. Throws notFound, and invalidArgument for an unknown page token.
 */
export function makeListOperations({ stores, installation }: { stores: Stores; installation: InstallationClient }) {
  return async function listOperations(
    request: ListRequest,
  ): Promise<{ operations: Operation[]; nextPageToken: string }> {
    const { projectId, integrationId, installationId, pageToken } = request;
    const size = Math.min(request.pageSize > 0 ? request.pageSize : DEFAULT_SIZE, MAX_SIZE);
    const beforeId = pageToken === '' ? '' : readToken(pageToken);
    const found = await stores.operations.list(projectId, { integrationId, installationId, beforeId, limit: size + 1 });
    if (found.length === 0 && pageToken === '') await assertThere(installation, request);
    const operations = found.slice(0, size);
    const last = found.length > size ? operations.at(-1) : undefined;
    return { operations, nextPageToken: last ? writeToken(last.id) : '' };
  };
}

async function assertThere(installation: InstallationClient, request: ListRequest): Promise<void> {
  const plans = await installation.listPlans(request.projectId, request.installationId);
  if (plans.some(({ integrationId }) => integrationId !== request.integrationId))
    throw new Problem('notFound', 'There is no such installation of this integration.');
}

function writeToken(id: string): string {
  return Buffer.from(`o1:${id}`).toString('base64url');
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const id = text.slice('o1:'.length);
  if (text.startsWith('o1:') && isId(id)) return id;
  throw new Problem('invalidArgument', 'The page token is invalid.', {
    issues: [{ in: 'query', name: 'pageToken', detail: 'Must be the nextPageToken of an earlier response.' }],
  });
}

export type ListOperations = ReturnType<typeof makeListOperations>;
