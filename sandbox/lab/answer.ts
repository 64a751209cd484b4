/** Handles every request to a simulated provider: routing, authentication, faults and the response. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chosenHit, objectAt } from './answers/chosen_route.ts';
import { errorAnswer } from './answers/error_answer.ts';
import { fieldUpsertAnswer } from './answers/field_upserts.ts';
import { json } from './answers/json_answer.ts';
import { metadataAnswer } from './answers/metadata_answer.ts';
import { pageAnswer } from './answers/page_answer.ts';
import { salesforceAnswer, withSession } from './answers/salesforce_metadata.ts';
import { damaged } from './faults/damage.ts';
import { faultFromHeader, isMeantFor, type LabFault } from './faults/lab_faults.ts';
import { LabError } from './lab_error.ts';
import type { LabAnswer, LabRequest } from './lab_request.ts';
import { type Hit, hitsOf, type Purpose } from './requests/routes.ts';
import { checkAccess } from './sign_in/access.ts';
import { authorize, revoke, token } from './sign_in/oauth.ts';
import { exchange, step } from './sign_in/steps.ts';
import type { Simulation } from './simulation.ts';
import { hasSent, type ParsedWrite, parseWrite } from './writes/parse_write.ts';
import { writeAnswer } from './writes/write_answer.ts';

export async function answer(simulation: Simulation, request: LabRequest): Promise<LabAnswer> {
  const { provider } = simulation.world;
  let target = 'unknown';
  let made: LabAnswer;
  try {
    const hit = find(simulation, request);
    target = targetOf(hit);
    made = await answerAt(simulation, hit, target, { ...request, texts: hit.params });
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    made = errorAnswer(provider, error);
  }
  simulation.stats.request(target, made.isDropped ? 'dropped' : made.status);
  const limits = made.status < 400 ? simulation.callLimits.headers(request) : {};
  return { ...made, headers: { ...limits, ...made.headers } };
}

function find({ world }: Simulation, request: LabRequest): Hit {
  const hits = hitsOf(world.routes(), request);
  const hit = chosenHit(hits, request, world);
  if (hit) return hit;
  const others = world.routes().filter(({ pattern }) => pattern.match(request.url.pathname));
  const methods = [...new Set(others.map(({ method }) => method))].filter((method) => method !== request.method);
  if (methods.length > 0 && methods.length === new Set(others.map(({ method }) => method)).size)
    throw new LabError(405, `This endpoint does not support ${request.method}.`, { allow: methods.join(', ') });
  throw new LabError(404, `${world.provider.displayName} has no endpoint at ${request.url.pathname} for this request.`);
}

const AUTH: readonly Purpose['kind'][] = ['authorize', 'token', 'revoke', 'step', 'exchange'];

function targetOf({ route: { purpose }, params }: Hit): string {
  if (purpose.kind === 'revoke') return 'revocation';
  if (!('plan' in purpose)) return purpose.kind;
  const name = objectAt(purpose.plan, params);
  return purpose.kind === 'list' ? name : `${name}/${purpose.kind}`;
}

async function answerAt(simulation: Simulation, hit: Hit, target: string, request: LabRequest): Promise<LabAnswer> {
  const isAuth = AUTH.includes(hit.route.purpose.kind);
  if (!isAuth) {
    checkAccess(simulation.world.provider, isSoap(hit) ? withSession(request) : request, simulation.keys);
    simulation.limit.check();
    simulation.callLimits.check(request);
  }
  const write = hit.route.purpose.kind === 'write' ? parseWrite(simulation.world, hit, request) : null;
  const aim = isAuth ? 'token' : (write?.object.name ?? target);
  const fault = faultFromHeader(request.headers['x-lab-fault']) ?? faultFor(simulation, aim, write);
  if (fault?.kind === 'drop-connection') return { status: 0, headers: {}, text: '', isDropped: true };
  if (fault) await before(simulation, fault);
  const made = write ? writeAnswer(simulation, write, request, fault) : act(simulation, hit, request, fault);
  return fault ? damaged(made, fault) : made;
}

/** The pending fault that hits the request, or null. A `get` of one record counts as a read, not as a write. */
function faultFor({ faults }: Simulation, aim: string, write: ParsedWrite | null): LabFault | null {
  const isWrite = write !== null && write.verb !== 'get';
  const isHit = (fault: LabFault) =>
    isMeantFor(fault, isWrite) && (!isWrite || fault.field === undefined || hasSent(write, fault.field, fault.value));
  const fault = faults.take(aim, undefined, isHit);
  if (isWrite) faults.writeServed(aim);
  return fault;
}

/** Whether the request is a SOAP request, which has its access token in the body. */
function isSoap({ route: { purpose } }: Hit): boolean {
  return purpose.kind === 'salesforce' && purpose.call === 'metadata';
}

async function before({ limit }: Simulation, fault: LabFault): Promise<void> {
  switch (fault.kind) {
    case '401':
      throw new LabError(401, 'The credentials are no longer valid.', { 'www-authenticate': 'Bearer' });
    case '429':
      return limit.refuse(fault);
    case 'ban':
      limit.close(fault);
      return limit.check();
    case '500':
      throw new LabError(fault.status ?? 500, 'The provider has an internal error.');
    case '409':
      throw new LabError(409, 'The record conflicts with another one.');
    case '412':
      throw new LabError(412, 'The record was changed meanwhile. Read it again.');
    case 'slow':
      await sleep(fault.delayMs ?? 1000);
  }
}

function act(simulation: Simulation, hit: Hit, request: LabRequest, fault: LabFault | null): LabAnswer {
  const { world, keys, mustAsk } = simulation;
  const { provider } = world;
  const { purpose } = hit.route;
  const facts = provider.auth.type === 'oauth2' ? provider.auth : null;
  const parties = facts && { provider, facts, tokens: keys.tokens, params: hit.params };
  switch (purpose.kind) {
    case 'authorize':
      return authorize(parties!, request, mustAsk);
    case 'token':
      return token(parties!, request);
    case 'revoke':
      return revoke(parties!, request);
    case 'step':
      return step(provider, purpose.step, keys, request);
    case 'exchange':
      return exchange(provider, purpose.exchange, keys, request);
    case 'health':
      return json(provider.healthCheck?.successStatusCodes?.[0] ?? 200, { id: 'lab-account', name: 'Lab account' });
    case 'list':
      return pageAnswer(simulation, hit, request, fault);
    case 'upsert':
      return fieldUpsertAnswer(simulation, purpose.step, hit.params, request);
    case 'salesforce':
      return salesforceAnswer(simulation, purpose.call, request);
    default:
      return metadataAnswer(simulation, hit, request);
  }
}
