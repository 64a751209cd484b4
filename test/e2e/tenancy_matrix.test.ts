import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, type Operation, operationsOf } from '../../gateway/contract/document.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { succeeded } from '../support/builder.ts';
import { withIdentityStores } from '../support/credentials.ts';
import { checkDeclared } from '../support/declared_answers.ts';
import { aPerson, theOwner } from '../support/people.ts';
import { type Answer, startOwnPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { addressOf, type Drawn, send, withValue } from '../support/tenants/drawn_request.ts';
import { exampleOf, examples } from '../support/tenants/examples.ts';
import { type Naming, namings } from '../support/tenants/named_ids.ts';
import { aTenant, type Ids, type Tenant } from '../support/tenants/tenant.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const ABSENT_ID = '01900000-0000-7000-8000-000000000000';
const ABSENT_NAME = 'nobody-has-this-name';
/** These create groups and consumers on first use, so a rival's ref is just a new ref for them. */
const CREATES_GROUPS = ['createConnectSession', 'generateConnection', 'oauthConnect', 'customAuthConnect'];
/** Ids that the projects of one org share. */
const ORG_WIDE = ['orgId', 'inviteId', 'billingAccountId', 'parentId', 'builderId'];
/** A custom sign-in needs parameters from the provider's page; custom_auth.test.ts tests it completely. */
const NEEDS_A_VISIT = ['sessionId'];
/** What a look of its own writes to: keys are shown. */
const WRITTEN_BY_LOOKING = ['listAuditEntries'];
/** An invite is accepted once, and the example has done so; invites.test.ts names one. */
const ACCEPTED_ONCE = ['inviteId'];

const document = loadDocument();
const operations = operationsOf(document);
const closed = operations.filter(({ schemes }) => schemes.length > 0);

/**
 * Every operation × every id in its request × every credential that it accepts. Two tenants have one of everything, and
 * each request is the rival's own valid request with one id of the other tenant. Generated from openapi.yaml: a new
 * operation is tested too, or fails here by name.
 */
describe('a resource of another tenant', () => {
  let platform: TestPlatform;
  let sandbox: Sandbox;
  let receivers: Receiver[];
  let mine: Tenant;
  let rival: Tenant;
  let sibling: Tenant;
  let before: Record<string, string>;

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 2 }), startOwnPlatform()]);
    receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
    const [first, second, third] = receivers as [Receiver, Receiver, Receiver];
    const { builderId: spareBuilderId } = await aPerson(platform, 'spare@example.com');
    mine = await aTenant(platform, { sandbox, receiver: first, spareBuilderId });
    rival = await aTenant(await addProject(platform, 'rival'), { sandbox, receiver: second, spareBuilderId });
    sibling = await aTenant(await siblingOf(mine), { sandbox, receiver: third, spareBuilderId });
    for (const { ids } of [mine, rival, sibling]) await prove(ids);
    before = await everythingOf(mine);
  });

  afterAll(async () => {
    await platform.stop();
    for (const receiver of receivers) await receiver.stop();
    await sandbox.stop();
  });

  /** A claim counts once its record was seen in the DNS, which this suite does not have. */
  const prove = ({ orgId = '', claimedDomain = '' }: Ids) =>
    withIdentityStores(platform, async ({ claimedDomains }) => {
      const claim = await claimedDomains.findOfOrg(orgId, claimedDomain);
      await claimedDomains.prove(orgId, claim?.id ?? '', Date.now());
    });

  const headersOf = ({ ready }: Tenant): Record<Operation['schemes'][number], Record<string, string>> => ({
    ApiKey: { 'x-api-key': ready.apiKey },
    Bearer: { authorization: `Bearer ${ready.bearerToken}` },
  });

  async function ask(operation: Operation, drawn: Drawn, headers: Record<string, string>): Promise<Answer> {
    const answer = await send(platform.origin, operation, drawn, headers);
    checkDeclared(operation.method.toUpperCase(), addressOf(operation, drawn), answer);
    return answer;
  }

  /** What a tenant sees of itself, by every read-only operation. */
  async function everythingOf(tenant: Tenant): Promise<Record<string, string>> {
    const seen: Record<string, string> = {};
    for (const operation of closed.filter(onlyLooks)) {
      const headers = headersOf(tenant)[operation.schemes[0] ?? 'ApiKey'];
      const drawn = exampleOf(document, operation, tenant.ids);
      const answer = await ask(operation, drawn, headers);
      seen[operation.operationId] = answer.status < 300 ? answer.text : String(answer.status);
    }
    return seen;
  }

  it('is tested for every operation of the document', () => {
    const asked = closed.map(({ operationId }) => operationId);
    expect(asked.filter((operationId) => !(operationId in examples))).toEqual([]);
    expect(Object.keys(examples).filter((operationId) => !asked.includes(operationId))).toEqual([]);
  });

  const rows = closed.flatMap((operation) =>
    operation.schemes.flatMap((scheme) =>
      namings(document, operation).map((naming) => ({ operation, scheme, naming, name: naming.at.join('.') })),
    ),
  );

  type Row = (typeof rows)[number];
  const named = (some: Row[]) =>
    some.map((row) => [row.operation.operationId, row.naming.in, row.name, row.scheme, row] as const);

  /** Sends the asker's own request with one id of the owner. */
  async function expectRefusedFor(asker: Tenant, { operation, naming, scheme }: Row): Promise<void> {
    const foreign = naming.values(mine.ids);
    expect(foreign.filter(Boolean)).not.toEqual([]);
    const own = exampleOf(document, operation, asker.ids);
    const headers = headersOf(asker)[scheme];
    for (const value of foreign) {
      const absent = absentOf(value);
      const told = await ask(operation, withValue(own, naming, value), headers);
      const wanted = await ask(operation, withValue(own, naming, absent), headers);
      expectTheirsHidden(told, theirs(mine.ids, asker.ids), value);
      if (isCreatedOnUse(operation, naming)) continue;
      expect(bare(told, value)).toEqual(bare(wanted, absent));
      expectRefused(operation, naming, told);
    }
  }

  it.each(named(rows))('%s refuses the %s %s with the %s of another org', (_id, _in, _name, _scheme, row) =>
    expectRefusedFor(rival, row),
  );

  it.each(named(rows.filter(({ name, scheme }) => scheme === 'ApiKey' && !ORG_WIDE.includes(name))))(
    '%s refuses the %s %s with the %s of another project of the org',
    (_id, _in, _name, _scheme, row) => expectRefusedFor(sibling, row),
  );

  it('is unchanged afterwards', async () => {
    expect(Object.entries(before).filter(([, text]) => /^\d{3}$/.test(text))).toEqual([]);
    expect(await everythingOf(mine)).toEqual(before);
  });

  it('is the only reason: the same requests with own ids succeed', async () => {
    const refused: string[] = [];
    for (const operation of inOrder(closed)) {
      const headers = headersOf(rival)[operation.schemes[0] ?? 'ApiKey'];
      const example = () => exampleOf(document, operation, rival.ids);
      const more = namings(document, operation).filter(
        (naming) => !holds(example(), naming) && ![...NEEDS_A_VISIT, ...ACCEPTED_ONCE].includes(naming.at.at(-1) ?? ''),
      );
      const requests = [
        example,
        ...more.map((naming) => () => withValue(example(), naming, naming.values(rival.ids)[0])),
      ];
      for (const request of requests) {
        const { status, text } = await ask(operation, request(), headers);
        if (status >= 300) refused.push(`${operation.operationId} answered ${status}: ${text}`);
      }
    }
    expect(refused).toEqual([]);
  });
});

/** Another project of the same org, with its own key. */
async function siblingOf({ origin, ready }: Tenant): Promise<Pick<Tenant, 'origin' | 'ready'>> {
  const { send: asOwner } = theOwner({ origin, ready });
  const body = { appName: 'Sibling', name: 'sibling', orgId: ready.orgId };
  const project = succeeded<{ id: string; name: string }>(await asOwner('POST', '/projects', body));
  const made = await asOwner('POST', `/projects/${project.id}/api-keys`, { label: 'own', scopes: ['full'] });
  return { origin, ready: { ...ready, project, apiKey: succeeded<{ key: string }>(made).key } };
}

/** In the order of the table of examples, where deletions come last. */
function inOrder(some: Operation[]): Operation[] {
  const order = Object.keys(examples);
  return some.toSorted((a, b) => order.indexOf(a.operationId) - order.indexOf(b.operationId));
}

function holds(drawn: Drawn, { in: where, at }: Naming): boolean {
  const found = [where, ...at].reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    drawn,
  );
  return found !== undefined;
}

function absentOf(value: string): string {
  const absent = value.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, ABSENT_ID);
  return absent === value ? ABSENT_NAME : absent;
}

function onlyLooks({ method, operationId }: Operation): boolean {
  return method === 'get' && operationId !== 'generateUploadUrl' && !WRITTEN_BY_LOOKING.includes(operationId);
}

function isCreatedOnUse({ operationId }: Operation, { at }: Naming): boolean {
  return CREATES_GROUPS.includes(operationId) && ['groupRef', 'consumerRef'].includes(at.at(-1) ?? '');
}

/** In a path, the resource is missing; in a filter, nothing is found; in a body, nothing is changed. */
function expectRefused({ operationId }: Operation, naming: Naming, { status, text }: Answer): void {
  if (naming.in === 'path') expect([operationId, status]).toEqual([operationId, 404]);
  else if (naming.in === 'query' && status < 300) expect([operationId, resultsIn(text)]).toEqual([operationId, []]);
  else expect([operationId, status >= 400]).toEqual([operationId, true]);
}

/** A list is a bare array, or has its array in `results`. */
function resultsIn(text: string): unknown {
  const parsed = JSON.parse(text) as unknown[] | { results: unknown[] };
  return Array.isArray(parsed) ? parsed : parsed.results;
}

function theirs(all: Ids, own: Ids): string[] {
  const shared = Object.values(own);
  return Object.values(all).filter((id) => !shared.includes(id));
}

/** The answer contains nothing of the other tenant except the value in the request. */
function expectTheirsHidden({ text }: Answer, secret: string[], sent: string): void {
  const shown = secret.filter((id) => id !== sent && !sent.includes(id) && text.includes(id));
  expect(shown).toEqual([]);
}

/** An answer without the request id and the requested ids. */
function bare({ status, body, text }: Answer, sent: string): unknown {
  const { requestId: _requestId, instance: _instance, time: _time, ...told } = body;
  return [status, (status < 300 ? text : JSON.stringify(told)).replaceAll(sent, 'IT')];
}
