import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';

const MANIFEST_SCHEDULE = '0 * * * *';
const contacts = {
  objectName: 'contacts',
  destination: 'main',
  schedule: MANIFEST_SCHEDULE,
  requiredFields: [{ fieldName: 'id' }],
};
/** Invalid schedules; the gaps of some are too short only after hundreds of runs, or on rare days. */
const BAD = ['*/5 * * * *', '0,55 23,0 29 2 MON', '0 0 30 2 *', '@hourly', '0 0 * * * *', '5/10 * * * *'];

describe('the schedule of an installation', () => {
  let stage: Stage;
  let builder: Builder;
  let sandbox: Sandbox;
  let integrationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 5 });
    ({ builder, sandbox } = stage);
    integrationId = await builder.deploy({ name: 'crm', read: { objects: [contacts] } });
  });
  afterAll(() => stage.stop());

  const create = (groupRef: string, schedule: string) =>
    builder.call('POST', `/integrations/${integrationId}/installations`, {
      groupRef,
      config: {
        content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts', schedule } } } },
      },
    });
  const update = (id: string, mask: string, object: object) =>
    builder.call('PATCH', `/integrations/${integrationId}/installations/${id}`, {
      updateMask: [`config.content.read.objects.${mask}`],
      installation: { config: { content: { read: { objects: { contacts: object } } } } },
    });
  const patch = (installationId: string, changes: object[]) =>
    builder.call('PATCH', `/integrations/${integrationId}/objects/contacts/config-content`, {
      action: 'read',
      installationId,
      changes,
    });

  async function installed(groupRef: string, config: Record<string, unknown> = {}): Promise<string> {
    await builder.connect(sandbox, groupRef);
    return builder.installed(integrationId, groupRef, { contacts: config });
  }

  /** Waits until the scheduler has this cron. */
  async function runsBy(installationId: string, cron: string): Promise<void> {
    const db = openDatabase(stage.platform.databaseUrl('reads'));
    await eventually(async () => {
      const row = await db('schedules').where({ installation_id: installationId }).first('cron', 'next_time', 'state');
      expect(row).toMatchObject({ cron, state: 'armed' });
      expect(row.next_time).toBeGreaterThan(Date.now() - 60_000);
    }).finally(() => db.destroy());
  }

  it('is validated in the same way everywhere', async () => {
    await builder.connect(sandbox, 'judged');
    const refused = async (schedule: string) => {
      const answer = await create('judged', schedule);
      expect([schedule, answer.status]).toEqual([schedule, 422]);
      return reasons(answer.body);
    };
    const atCreation = new Map<string, string[]>();
    for (const schedule of BAD) atCreation.set(schedule, await refused(schedule));
    const id = await builder.installed(integrationId, 'judged', { contacts: {} });
    for (const schedule of BAD) {
      const answers = [
        await update(id, 'contacts', { objectName: 'contacts', schedule }),
        await update(id, 'contacts.schedule', { schedule }),
        await patch(id, [{ op: 'add', path: '/schedule', value: schedule }]),
      ];
      for (const { status, body } of answers)
        expect([schedule, status, reasons(body)]).toEqual([schedule, 422, atCreation.get(schedule)]);
      const deployed = await builder.call('PUT', '/integrations:batch', {
        sourceYaml: JSON.stringify({
          specVersion: '1.0.0',
          integrations: [{ name: 'crm', provider: 'sandbox', read: { objects: [{ ...contacts, schedule }] } }],
        }),
      });
      expect([schedule, deployed.status, reasons(deployed.body)]).toEqual([schedule, 422, atCreation.get(schedule)]);
    }
    await runsBy(id, MANIFEST_SCHEDULE);
  });

  it('overrides the manifest until it is removed', async () => {
    const id = await installed('own', { schedule: '15 */2 * * *' });
    await runsBy(id, '15 */2 * * *');
    succeeded(await update(id, 'contacts.schedule', { schedule: '25 4 * * *' }));
    await runsBy(id, '25 4 * * *');
    succeeded(await patch(id, [{ op: 'replace', path: '/schedule', value: '*/10 * * * mon-fri' }]));
    await runsBy(id, '*/10 * * * mon-fri');
    succeeded(await patch(id, [{ op: 'remove', path: '/schedule' }]));
    await runsBy(id, MANIFEST_SCHEDULE);
    succeeded(await patch(id, [{ op: 'add', path: '/schedule', value: '45 * * * *' }]));
    await runsBy(id, '45 * * * *');
    succeeded(await update(id, 'contacts', { objectName: 'contacts' }));
    await runsBy(id, MANIFEST_SCHEDULE);
  });
});

/** Only the sentences: a manifest's fault also has a position, a config's has a rule. */
function reasons(body: Record<string, unknown>): string[] {
  const issues = (body['issues'] ?? []) as { detail: string }[];
  return issues.map(({ detail }) => /(?:A|The|This) [^.]*/.exec(detail)?.[0] ?? detail);
}
