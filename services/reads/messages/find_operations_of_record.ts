import { setImmediate } from 'node:timers/promises';
import { pageTokens } from '../../../lib/ids/page_token.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { OperationFilter } from '../../../lib/work/states.ts';
import type { ObjectKey } from '../object_key.ts';
import type { FindOperationsOfRecord, OperationOfRecord } from '../operations/list_operations.ts';
import type { Operation, OperationStore } from '../operations/operation.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import type { MessageStore } from './message.ts';
import { recordHashes } from './record_hash.ts';

type Stores = { schedules: ScheduleStore; operations: OperationStore; messages: MessageStore };

type Deps = { stores: Stores; clock: Clock };

/**
 * Messages per statement. On SQLite the hashes are stored after bodies of up to 300 KB, so a statement reads these
 * bodies too, and it blocks the process.
 */
const MESSAGES_PER_QUERY = 50;
/**
 * Max messages and max milliseconds that are searched for one page of the list. A page that ends early has a token for
 * the next page.
 */
const MAX_MESSAGES = 5_000;
const MAX_SEARCH_MS = 1_000;
/** A well-formed operation id that matches no operation. */
const NO_OPERATION_ID = '00000000-0000-7000-8000-000000000000';

const searchTokens = pageTokens('r1');

/**
 * `lastId`: the operation listed last. The next page may find older messages of this operation, but must not list it
 * again.
 */
type SearchPosition = { hash: Uint8Array; below: number | null; lastId: string };

/**
 * Finds the operations whose messages contained a record, newest first. Searches messages by descending sequence, with
 * the unique index of the sequence, for the hash of the record's id; see messages/record_hash.ts.
 */
export function makeFindOperationsOfRecord({ stores, clock }: Deps): FindOperationsOfRecord {
  return async function findOperationsOfRecord(request, { filter, limit }) {
    const object = await objectOf(stores, request);
    const search = { hash: recordHashes([request.recordId]) as Uint8Array, ...startOf(request.pageToken) };
    const endTime = clock.now() + MAX_SEARCH_MS;
    const listed = new Map<string, OperationOfRecord>();
    for (let looked = 0; looked < MAX_MESSAGES && clock.now() < endTime; looked += MESSAGES_PER_QUERY) {
      const messages = await stores.messages.findRecord(object, { ...search, limit: MESSAGES_PER_QUERY });
      const found = await findFiltered(stores, request.projectId, messages, filter);
      for (const message of messages) {
        const operation = message.hasRecord ? found.get(message.operationId) : undefined;
        if (operation && !addOperation(listed, operation, message.id, { limit, except: search.lastId }))
          return resultPage(listed, search);
        search.below = message.sequence;
      }
      if (messages.length < MESSAGES_PER_QUERY) return { operations: [...listed.values()], nextPageToken: '' };
      await setImmediate(); // lets other work of the process run
    }
    return resultPage(listed, search);
  };
}

/** Returns false when the page is full. `except`: the last operation of the previous page. */
function addOperation(
  listed: Map<string, OperationOfRecord>,
  operation: Operation,
  messageId: string,
  { limit, except }: { limit: number; except: string },
): boolean {
  if (operation.id === except) return true;
  const known = listed.get(operation.id);
  if (known) known.messageIds.push(messageId);
  else if (listed.size === limit) return false;
  else listed.set(operation.id, { ...operation, messageIds: [messageId] });
  return true;
}

function resultPage(listed: Map<string, OperationOfRecord>, { lastId, below }: SearchPosition) {
  const last = [...listed.keys()].at(-1) ?? lastId;
  return { operations: [...listed.values()], nextPageToken: searchTokens.write(last, below ?? 0) };
}

/** Messages store the provider's name of the object; the caller may use the mapped name. */
async function objectOf(stores: Stores, { projectId, installationId, objectName }: ObjectKey): Promise<ObjectKey> {
  const objects = await stores.schedules.list(projectId, installationId);
  const isNative = objects.some((object) => object.objectName === objectName);
  const mapped = objects.find(({ mappedObjectName }) => mappedObjectName === objectName);
  return { projectId, installationId, objectName: isNative ? objectName : (mapped?.objectName ?? objectName) };
}

function startOf(pageToken: string): Omit<SearchPosition, 'hash'> {
  if (pageToken === '') return { below: null, lastId: NO_OPERATION_ID };
  const [lastId, below = null] = searchTokens.read(pageToken);
  return { lastId, below };
}

/** Finds operations by id. Omits the operations that the filter excludes. */
async function findFiltered(
  stores: Stores,
  projectId: string,
  messages: readonly { operationId: string; hasRecord: boolean }[],
  filter: OperationFilter,
): Promise<Map<string, Operation>> {
  const ids = messages.filter(({ hasRecord }) => hasRecord).map(({ operationId }) => operationId);
  const operations = await stores.operations.findAll(projectId, [...new Set(ids)]);
  return new Map(operations.filter((one) => isWanted(one, filter)).map((one) => [one.id, one]));
}

function isWanted(operation: Operation, { integrationId, states, since = 0, until = Infinity }: OperationFilter) {
  return (
    (integrationId === undefined || operation.integrationId === integrationId) &&
    (states === undefined || states.includes(operation.state)) &&
    operation.createTime >= since &&
    operation.createTime < until
  );
}
