import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loadDocument, type Operation, operationsOf } from '../../gateway/contract/document.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { checkUnnoted } from '../support/declared_answers.ts';
import { requestsOf } from '../support/fuzz/requests.ts';
import { type Wire, wire } from '../support/fuzz/wire.ts';
import { aPerson } from '../support/people.ts';
import { startOwnPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { aTenant, type Tenant } from '../support/tenants/tenant.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const WANTED = process.env['CAUSEWAY_FUZZ'] === 'full' ? 10_000 : 2_500;
const AT_ONCE = 8;
const SLOWEST = 240_000;

const document = loadDocument();
const operations = operationsOf(document);

/**
 * Valid requests, edge cases and invalid requests of every operation: never a 5xx, never an error without a problem
 * document, never a success that the document does not describe. A failure prints the smallest failing request;
 * CAUSEWAY_FUZZ_SEED repeats a run, CAUSEWAY_FUZZ_RUNS sets the number of requests per operation.
 */
describe('any request', () => {
  const seed = Number(process.env['CAUSEWAY_FUZZ_SEED'] || Date.now() % 2 ** 31);
  const numRuns = Number(process.env['CAUSEWAY_FUZZ_RUNS'] || Math.ceil((WANTED * 1.05) / operations.length));
  let platform: TestPlatform;
  let sandbox: Sandbox;
  let receivers: Receiver[];
  let tenant: Tenant;
  let foreign: Tenant;
  let line: ReturnType<typeof wire>;
  let asked = 0;
  const seen: Record<string, number> = {};

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 2 }), startOwnPlatform()]);
    receivers = await Promise.all([startReceiver(), startReceiver()]);
    const [first, second] = receivers as [Receiver, Receiver];
    const { builderId: spareBuilderId } = await aPerson(platform, 'spare@example.com');
    tenant = await aTenant(platform, { sandbox, receiver: first, spareBuilderId });
    foreign = await aTenant(await addProject(platform, 'rival'), { sandbox, receiver: second, spareBuilderId });
    line = wire(platform.origin, AT_ONCE);
  });

  afterAll(async () => {
    line.close();
    await platform.stop();
    for (const receiver of receivers) await receiver.stop();
    await sandbox.stop();
  });

  async function check(wired: Wire): Promise<void> {
    const answer = await line.send(wired);
    asked += 1;
    seen[answer.status] = (seen[answer.status] ?? 0) + 1;
    if (answer.status >= 500) throw new Error(`Answered ${answer.status}: ${answer.text}`);
    const isProblem = answer.type.startsWith('application/problem+json');
    if (isProblem && answer.body['status'] !== answer.status)
      throw new Error(`Answered ${answer.status} with the status ${String(answer.body['status'])} inside.`);
    checkUnnoted(wired.method, wired.target, answer);
  }

  /** The failures of one operation as text; empty when there are none. */
  async function fuzz(operation: Operation): Promise<string[]> {
    const property = fc.asyncProperty(requestsOf({ document, tenant, foreign }, operation), check);
    const found = await fc.check(property, { seed, numRuns, endOnFailure: false, interruptAfterTimeLimit: SLOWEST });
    if (!found.failed) return [];
    const [smallest] = found.counterexample ?? [];
    const cause = found.errorInstance instanceof Error ? found.errorInstance.message : 'stopped half way';
    return [`${operation.operationId}: ${cause}\n${JSON.stringify(smallest)}`];
  }

  async function fuzzAll(some: readonly Operation[]): Promise<string[]> {
    const waiting = [...some];
    const failures: string[] = [];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) failures.push(...(await fuzz(next)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return failures;
  }

  it(
    `gets an answer that the document declares (seed ${seed})`,
    async () => {
      const isLast = ({ method }: Operation) => method === 'delete';
      const failures = await fuzzAll(operations.filter((one) => !isLast(one)));
      failures.push(...(await fuzzAll(operations.filter(isLast))));
      expect(failures).toEqual([]);
      console.log(`${asked} requests, seed ${seed}: ${JSON.stringify(seen)}`);
      expect(asked).toBeGreaterThanOrEqual(Math.min(WANTED, numRuns * operations.length));
    },
    2 * SLOWEST,
  );
});
