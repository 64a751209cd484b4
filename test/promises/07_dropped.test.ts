import { afterEach, describe, expect } from '@jest/globals';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { aScheduledObject, type ScheduledObject } from '../support/scheduled_object.ts';

const MINUTE = 60_000;

forEachEngine((engine) => {
  describe('promise 7: removing an object', () => {
    const db = engine.suiteDatabase(migrations);
    let object: ScheduledObject | undefined;
    afterEach(async () => {
      await object?.stop();
      object = undefined;
    });

    async function scheduled(): Promise<ScheduledObject> {
      object = await aScheduledObject(db(), { sandbox: { records: 5, epoch: Date.now() } });
      return object;
    }

    promise(
      'an object that a destructive deploy removes is paused until a deploy has it again, in any order of events',
      { without: ['dropped', 'causeGone'] },
      async () => {
        // Before the second deploy, and after it; an event reports the state at the time of its delivery.
        const orders = [
          ['drop revised', 'back'],
          ['revised drop', 'back'],
          ['drop', 'back revised'],
          ['drop', 'revised back'],
          ['revised', 'back drop'],
          ['revised', 'drop back'],
          ['', 'drop revised back'],
          ['', 'back revised drop'],
          ['', 'back drop revised'],
        ];
        for (const [before = '', after = ''] of orders) {
          const contacts = await scheduled();
          const first = Date.now();
          const second = first + MINUTE;
          let has = false;
          const tell = async (news: string) => {
            for (const one of news.split(' ').filter(Boolean)) {
              if (one === 'drop') await contacts.drop(first);
              else await contacts.deploy(has ? second : first, has);
            }
          };
          await contacts.deploy(first - MINUTE, true);
          await tell(before);
          const state = before.includes('drop') ? 'paused' : 'armed';
          expect({ before, ...(await contacts.schedule()) }).toMatchObject({ before, state });
          expect(await contacts.tick()).toEqual(state === 'paused' ? undefined : expect.anything());
          expect(await contacts.pauses()).toHaveLength(state === 'paused' ? 1 : 0);
          has = true;
          await tell(after);
          expect({ before, after, ...(await contacts.schedule()) }).toMatchObject({ before, after, state: 'armed' });
          expect(await contacts.tick()).toMatchObject({ state: 'success' });
          await contacts.stop();
        }
        object = undefined;
      },
    );

    promise(
      'a deploy that has an object again ends no requested pause, and reverts no unpause',
      { without: 'dropped' },
      async () => {
        const contacts = await scheduled();
        const time = Date.now();
        await contacts.deploy(time, false);
        await contacts.drop(time);
        await contacts.setPaused(false);
        await contacts.configure({ pageSize: 50 });
        expect(await contacts.tick()).toMatchObject({ state: 'success' });
        await contacts.drop(time + 1);
        await contacts.setPaused(true);
        await contacts.deploy(time + 2, true);
        expect(await contacts.tick()).toBeUndefined();
        expect(await contacts.pauses()).toHaveLength(2);
      },
    );
  });
});
