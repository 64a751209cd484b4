import { describe, expect } from '@jest/globals';
import { LOST_ANSWER_TEXT } from '../../services/installation/tokens/refresh_lease.ts';
import { until } from '../../testbed/reads_fixture.ts';
import { promise } from '../support/promise.ts';
import { callbackUrl, openCallback, pressContinue } from '../support/sign_in.ts';
import { type Imported, type LostTokenWorld, lostTokenWorld } from './lost_token_world.ts';

/** Accepts each refresh token once; a second use revokes the grant. */
const STRICT = 'hubspot';
/** Accepts an old refresh token for another hour. */
const GRACIOUS = 'pipedrive';
const RECORDS = 600;
const MAX_TRIES = 5;

/** Each wait is short, except on a busy machine. */
const inTime = (holds: () => Promise<boolean>) => until(holds, 30_000);

type News = { data: { connectionId: string; errors?: string[] } };
type Killed = { strict: Imported; gracious: Imported; groupRef: string; installationId: string };

/**
 * Promise 10 of docs/promises.md, with a real process: killed after two providers have sent answers that it cannot have
 * stored yet.
 */
describe('a platform that is killed before it stores the answers of token endpoints', () => {
  promise(
    'loses no record, reports each lost answer, and reuses the old refresh token only when nothing is left to lose',
    { without: 'lostAnswer' },
    async () => {
      const world = await lostTokenWorld([STRICT, GRACIOUS], RECORDS);
      await story(world).finally(() => world.stop());
    },
  );
});

async function story(world: LostTokenWorld): Promise<void> {
  const { builder, lab, receiver, tokens } = world;
  lab.control.setTokenRules(GRACIOUS, { graceSeconds: 3600 });
  await builder.routeEvents('tokens', await builder.addDestination('main', receiver), [
    'connection.error',
    'connection.refreshed',
  ]);
  const integrationId = await builder.deploy({ name: 'crm', provider: STRICT, module: 'crm', read: CONTACTS });
  const newsOf = (type: string, { id }: Imported) =>
    (receiver.notifications(type) as News[]).filter(({ data }) => data.connectionId === id).map(({ data }) => data);
  const statusOf = async ({ id }: Imported) => (await builder.get<{ status: string }>(`/connections/${id}`)).status;
  const arrived = async () => new Set(receiver.records('contacts').keys());
  const allArrived = async () => (await arrived()).size === lab.recordsOf(STRICT, 'contacts').length;

  const { strict, gracious, groupRef, installationId } = await killedInTime(world, integrationId).catch((cause) => {
    throw new Error('The setup failed.', { cause }); // an error of the setup proves nothing about a rule
  });
  await world.startAgain();

  for (const one of [strict, gracious]) {
    await inTime(async () => newsOf('connection.error', one).length > 0);
    const told = { errors: [LOST_ANSWER_TEXT, expect.anything()] };
    expect(newsOf('connection.error', one)).toEqual([expect.objectContaining(told)]);
  }
  const [read] = await builder.allFinished(integrationId, installationId, 1);
  expect(read).toMatchObject({ status: 'success' });
  await inTime(allArrived);
  expect(tokens.shown(strict.refreshToken)).toHaveLength(1);
  expect(await statusOf(strict)).toBe('working');

  // The access token, valid until now, is refused. Records that changed meanwhile arrive after the next sign-in.
  lab.control.changeRecords(STRICT, { object: 'contacts', count: 5 });
  lab.control.revoke(STRICT, { what: 'access' });
  const refused = await builder.finished(await builder.trigger(integrationId, 'contacts', groupRef));
  expect(refused.status).toBe('failure');
  expect(await statusOf(strict)).toBe('bad_credentials');
  expect(tokens.shown(strict.refreshToken)).toHaveLength(2);
  await inTime(async () => newsOf('connection.error', strict).length > 1);
  expect(newsOf('connection.error', strict)[1]?.errors?.[0]).toBe(LOST_ANSWER_TEXT);

  const page = await builder.call('PATCH', `/connections/${strict.id}:oauth-update`);
  expect((await openCallback(await callbackUrl(await pressContinue(new URL(page.text))))).message.eventType).toBe(
    'AUTHORIZATION_SUCCEEDED',
  );
  const again = await builder.finished(await builder.trigger(integrationId, 'contacts', groupRef));
  expect(again.status).toBe('success');
  await inTime(allArrived);
  receiver.checkSameIdSameBody();

  // No call was made to this provider: the old refresh token is used when the access token has expired, and is
  // accepted.
  await inTime(async () => newsOf('connection.refreshed', gracious).length > 0);
  const [, second, ...more] = tokens.shown(gracious.refreshToken);
  expect([second! >= gracious.expireTime, more]).toEqual([true, []]);
  expect(await statusOf(gracious)).toBe('created');
  expect(newsOf('connection.error', gracious)).toHaveLength(1);
  expect(lab.control.stats(GRACIOUS).refreshTokens).toEqual({ shown: 2, maxOfOne: 2, refused: 0 });
  expect(lab.control.stats(STRICT).refreshTokens).toEqual({ shown: 2, maxOfOne: 2, refused: 1 });
  expect(world.lostInLog().sort()).toEqual([strict, gracious].map(({ id }) => `error ${id}`).sort());
}

const CONTACTS = {
  objects: [
    {
      objectName: 'contacts',
      destination: 'main',
      optionalFieldsAuto: 'all',
      backfill: { defaultPeriod: { fullHistory: true } },
    },
  ],
};

/**
 * Kills the platform in the middle of a read, with both answers lost. The kill takes time too: if the platform was
 * faster and has stored an answer, it is repeated with other connections.
 */
async function killedInTime(world: LostTokenWorld, integrationId: string): Promise<Killed> {
  const { lab, tokens, builder, receiver } = world;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const groupRef = `acme${tries}`;
    tokens.hold();
    const strict = await world.importDue(STRICT, groupRef, 1_800_000);
    const gracious = await world.importDue(GRACIOUS, groupRef, 12_000);
    await inTime(async () => tokens.waiting() === 2);
    lab.control.addFault(STRICT, { kind: 'slow', object: 'contacts', delayMs: 500, times: 99 });
    const also = { provider: STRICT };
    const config = { contacts: { selectedFieldsAuto: 'all' } };
    const installationId = await builder.installed(integrationId, groupRef, config, also);
    const before = receiver.messages.length;
    await inTime(async () => receiver.messages.length > before);
    await world.killWithAnswers();
    lab.control.clearFaults(STRICT);
    const rows = await world.rowsOf([strict.id, gracious.id]);
    if (rows.every(({ generation, spend_state: state }) => generation === 1 && state === 'asked')) {
      await world.passLeases();
      return { strict, gracious, groupRef, installationId };
    }
    await world.startAgain();
  }
  throw new Error(`The platform stored an answer before it was killed, ${MAX_TRIES} times.`);
}
