/**
 * Controls for tests: faults, new records, revocation, redirect URIs, statistics. `control` of `startSandbox` and the
 * routes under /control/, which need no credentials, use the same functions.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Crm } from './api.ts';
import { ApiError } from './api_error.ts';
import { type Fault, faultKinds, isFaultKind } from './faults.ts';
import { readJson, sendJson } from './http.ts';
import type { OAuthServer } from './oauth_server.ts';
import type { Changes } from './overlay.ts';
import { isObjectName, type ObjectName } from './records.ts';
import type { StatsReport } from './stats.ts';
import { readChanges } from './writes.ts';

type Revocation = {
  /** `access` tokens, `refresh` tokens, the `key` (with the Basic pair), or `all` (default). */
  what?: 'access' | 'refresh' | 'key' | 'all';
  /** The API key that is valid after the old one was revoked. Without it, no API key is. */
  apiKey?: string;
};

export type Control = {
  addFault(fault: Fault): void;
  clearFaults(): void;
  stats(): StatsReport & { faults: Fault[] };
  /** Adds `count` records that are updated now and have the fields of `record`. Returns their ids. */
  addRecords(object: ObjectName, count: number, record?: Record<string, unknown>): string[];
  /** Changes one record, which moves it to the end of the list. False when the id is unknown. */
  updateRecord(object: ObjectName, id: string, record?: Record<string, unknown>): boolean;
  revoke(revocation?: Revocation): void;
  addRedirectUri(uri: string): void;
  /** Makes a refresh token of an earlier sandbox process valid in this one, which does not know it. */
  addRefreshToken(token: string): Promise<void>;
};

export function createControl({ faults, stats, overlay, access }: Crm, oauth: OAuthServer): Control {
  return {
    addFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    stats: () => ({ ...stats.report(), faults: faults.pending() }),
    addRecords(object, count, record = {}) {
      const changes: Changes = readChanges(record);
      return Array.from({ length: count }, () => overlay.create(object, changes).id);
    },
    updateRecord: (object, id, record = {}) => overlay.update(object, id, readChanges(record)) !== null,
    revoke({ what = 'all', apiKey } = {}) {
      if (what !== 'key') oauth.revoke(what === 'all' ? ['access', 'refresh'] : [what]);
      if (what === 'key' || what === 'all') access.revokeKeys(apiKey);
    },
    addRedirectUri: (uri) => oauth.addRedirectUri(uri),
    addRefreshToken: (token) => oauth.addRefreshToken(token),
  };
}

/** Handles one request under /control/. Throws ApiError. */
export async function handleControl(
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const route = `${request.method} ${(request.url ?? '').split('?')[0]}`;
  const action = actions[route];
  if (!action) throw new ApiError(404, 'not_found', `There is no control ${route}.`);
  sendJson(response, 200, action(control, request.method === 'POST' ? await readJson(request) : {}));
}

type Body = Record<string, unknown>;

const actions: Record<string, (control: Control, body: Body) => unknown> = {
  'GET /control/stats': (control) => control.stats(),
  'POST /control/faults': (control, body) => did(() => control.addFault(readFault(body))),
  'DELETE /control/faults': (control) => did(() => control.clearFaults()),
  'POST /control/records': addRecords,
  'POST /control/revoke': (control, body) => did(() => control.revoke(readRevocation(body))),
  'POST /control/clients': (control, body) => did(() => control.addRedirectUri(readText(body, 'redirectUri'))),
};

function did(action: () => void): { ok: true } {
  action();
  return { ok: true };
}

/** Changes the record whose `id` is in `record`. Without an id it adds `count` (default: 1) new records. */
function addRecords(control: Control, { object, count = 1, record = {} }: Body): { ids: string[] } {
  if (typeof object !== 'string' || !isObjectName(object))
    throw invalid('object must be contacts, companies or deals.');
  if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > 100_000)
    throw invalid('count must be from 1 to 100000.');
  const { id, ...values } = record as Body;
  if (id === undefined) return { ids: control.addRecords(object, count as number, values) };
  if (!control.updateRecord(object, String(id), values))
    throw new ApiError(404, 'not_found', `There is no record ${id}.`);
  return { ids: [String(id)] };
}

function readFault({ kind, object, ...numbers }: Body): Fault {
  if (!isFaultKind(kind)) throw invalid(`kind must be one of ${faultKinds.join(', ')}.`);
  const fault: Fault = { kind };
  if (object !== undefined) fault.object = readText({ object }, 'object');
  for (const name of ['times', 'afterPage', 'retryAfter', 'delayMs'] as const) {
    const value = numbers[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' || value < 0) throw invalid(`${name} must be a number of at least 0.`);
    fault[name] = value;
  }
  return fault;
}

function readRevocation({ what, apiKey }: Body): Revocation {
  const known = ['access', 'refresh', 'key', 'all'] as const;
  const found = known.find((name) => name === (what ?? 'all'));
  if (!found) throw invalid(`what must be one of ${known.join(', ')}.`);
  return { what: found, ...(apiKey !== undefined && { apiKey: readText({ apiKey }, 'apiKey') }) };
}

function readText(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a non-empty string.`);
  return value;
}

function invalid(message: string): ApiError {
  return new ApiError(400, 'invalid_body', message);
}
