/** Runs one recorded write through the engine. */
import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { findObject, objectNames } from '../../connectors/engine/objects/objects.ts';
import { singular } from '../../connectors/engine/request/object_spelling.ts';
import { writePlan } from '../../connectors/engine/write/write_plan.ts';
import { type WriteResult, type WriteTarget, writeRecord } from '../../connectors/engine/write/write_record.ts';
import { writeSupport } from '../../connectors/engine/write/write_support.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { isObject, type Json } from '../../lib/json/json.ts';
import { connectionVariables } from './connection_variables.ts';
import { failureFault } from './expectation.ts';
import { comparable } from './messages/comparable.ts';
import type { Exchange, ReplayCase } from './replay_case.ts';
import type { ReplayServer } from './replay_server.ts';
import { ownOrigins, pathIn, plain, withOrigin } from './replayed_provider.ts';
import { compareWrite } from './write_match.ts';
import type { RecordedWrite } from './write_selection.ts';

export type WriteJudgement = { fault: string | null; reasons: string[] };

/**
 * Runs the recorded write with the engine and compares; returns a text when the provider file does not have this write.
 * Faults are: a request that differs from the recorded one, more or fewer than one request, and another id, record or
 * failure than the source's.
 */
export async function judgeWrite(
  replayCase: ReplayCase,
  write: RecordedWrite,
  provider: Provider,
  { server, send }: { server: ReplayServer; send: SendRequest },
): Promise<WriteJudgement | string> {
  const { exchange, isDummy, type } = write;
  const place = placeOf(provider, write);
  if (!place) return `its file has no ${type} of ${write.objectName}`;
  const target = targetOf(provider, place, exchange, server.origin);
  const reasons: string[] = [];
  const recording = {
    exchanges: [exchange],
    rewriteOrigins: [...(replayCase.expected.rewriteOrigins ?? []), ...ownOrigins(provider)],
    misses: [] as string[],
    answered: new Set<Exchange>(),
    emptied: [],
    match(asked: Parameters<typeof compareWrite>[1]) {
      if (recording.answered.has(exchange)) return 'asked a second time';
      const compared = compareWrite(exchange, asked, { provider: provider.name, isDummy });
      reasons.push(...compared.reasons);
      return compared.fault ?? exchange;
    },
  };
  server.play(recording);
  const fault = await outcomeOf(replayCase, write, target, send);
  const missed = recording.misses[0] ?? (recording.answered.has(exchange) ? null : 'sent nothing');
  return { fault: missed ?? fault, reasons: [...new Set(reasons)] };
}

async function outcomeOf(
  replayCase: ReplayCase,
  write: RecordedWrite,
  target: WriteTarget,
  send: SendRequest,
): Promise<string | null> {
  const { type, id, record } = write;
  try {
    const written = await writeRecord(target, { type, id, record }, send, Date.now());
    if (replayCase.expected.ok === false) return 'wrote where the source fails';
    return writtenFault(replayCase, write, written);
  } catch (error) {
    if (error instanceof ProviderFailure) return failureFault(replayCase, error);
    throw error;
  }
}

function writtenFault(
  { expected }: ReplayCase,
  { wantedId }: RecordedWrite,
  { recordId, data }: WriteResult,
): string | null {
  if (wantedId !== undefined && wantedId !== recordId)
    return `returned the id ${recordId ?? '(none)'} where the source has ${wantedId ?? 'none'}`;
  const { assertedByTest, result } = expected;
  const wanted = typeof assertedByTest === 'object' ? assertedByTest.data : result?.data;
  const missing = Object.entries(wanted ?? {}).find(([key, value]) => !isWithin(value as Json, data?.[key]));
  return missing ? `returned a record with another ${missing[0]} than the source` : null;
}

/** Whether `given` contains `wanted`: sources assert only a part of an object. */
function isWithin(wanted: Json, given: Json | undefined): boolean {
  if (given === undefined) return false;
  if (!isObject(wanted) || !isObject(given)) return comparable(wanted) === comparable(given);
  return Object.entries(wanted).every(([key, value]) => isWithin(value as Json, given[key]));
}

type Place = { module: string | undefined; objectName: string };

/**
 * The object's name in the provider file, and a module in which it can be written. The recording does not name the
 * module, so the module with objects at the most similar address is chosen.
 */
function placeOf(provider: Provider, { objectName, type, exchange }: RecordedWrite): Place | null {
  const places = [undefined, ...Object.keys(provider.modules ?? {})].flatMap((module) => {
    const names = objectNames(provider, module);
    const name = names.find((one) => isMeant(one, objectName)) ?? objectName;
    return writeSupport(provider, module, name).types.includes(type) ? [{ module, objectName: name }] : [];
  });
  const nearness = (place: Place) => sharedLength(addressOf(provider, place), exchange.request.path);
  return places.toSorted((a, b) => nearness(b) - nearness(a))[0] ?? null;
}

function isMeant(name: string, asked: string): boolean {
  return plain(name) === plain(asked) || plain(singular(name)) === plain(asked);
}

function addressOf(provider: Provider, { module, objectName }: Place): string {
  const plan = writePlan(provider, module, objectName);
  if (!plan) return '';
  const { spec } = plan.object;
  return pathIn(spec.baseURL ?? provider.baseURL) + (plan.write.at ?? spec.path);
}

function sharedLength(one: string, other: string): number {
  const differing = [...one].findIndex((sign, at) => sign !== other[at]);
  return differing === -1 ? one.length : differing;
}

function targetOf(provider: Provider, place: Place, exchange: Exchange, origin: string): WriteTarget {
  const here = withOrigin(provider, origin);
  const { spec } = findObject(here, place.module, place.objectName);
  return {
    provider: here,
    ...place,
    variables: {
      ...connectionVariables([exchange], { provider, ...place, origin }),
      ...valuesIn((spec.baseURL ?? here.baseURL).slice(origin.length), exchange.request.path),
    },
    auth: { headers: { Authorization: 'Bearer replayed' }, query: {} },
  };
}

/** The values of the variables in the path of a base URL. */
function valuesIn(base: string, path: string): Record<string, string> {
  const pattern = base
    .replace(/[*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_all, name: string) => `(?<${name}>[^/]+)`);
  return { ...(new RegExp(`^${pattern}`).exec(path)?.groups ?? {}) };
}
