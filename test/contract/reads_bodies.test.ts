import { Buffer } from 'node:buffer';
import { expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import type { Message } from '../../services/reads/messages/message.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

forEachEngine((engine) => {
  const db = engine.suiteDatabase(migrations);
  const text = '{"name":"näme 🚀 東京","result":[1]}';
  const object = { projectId: newId(), installationId: newId(), objectName: 'contacts' };
  let sequence = 0;
  const aMessage = (): Message => ({
    ...object,
    id: newId(),
    operationId: newId(),
    sequence: (sequence += 1),
    numRecords: 1,
    body: Buffer.from(text),
  });
  const how = { createTime: 1, isHeld: false };
  const textsOf = (found: readonly { body: Uint8Array }[]) => found.map(({ body }) => Buffer.from(body).toString());

  promise(
    'a body is not found before its page is committed, and not after a rollback',
    { without: 'earlyBody' },
    async () => {
      const stores = sqlStores(db());
      const message = aMessage();
      const failed = stores.transaction(async (s) => {
        await s.messages.add([message], how);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await stores.messages.bodies([message.id])).toEqual([]);
    },
  );

  it('a body has the same bytes from memory, from the table, on another replica and after its settlement', async () => {
    const stores = sqlStores(db());
    const message = aMessage();
    await stores.transaction((s) => s.messages.add([message], how));
    expect(textsOf(await stores.messages.bodies([message.id]))).toEqual([text]);
    expect(textsOf(await sqlStores(db()).messages.bodies([message.id]))).toEqual([text]);
    expect(await db()('messages').where({ id: message.id }).pluck('body')).toEqual([text]);
    await stores.transaction((s) =>
      s.messages.settle(object.projectId, [message.id], { isUndelivered: false, settleTime: 1 }),
    );
    expect(textsOf(await stores.messages.bodies([message.id]))).toEqual([text]);
    await stores.messages.dropBodies(2, 10);
    expect(await stores.messages.bodies([message.id])).toEqual([]);
  });

  it('bodies that are in memory and others are found together', async () => {
    const stores = sqlStores(db());
    const [older, newer] = [aMessage(), aMessage()];
    await sqlStores(db()).messages.add([older], how);
    await stores.messages.add([newer], how);
    const found = await stores.messages.bodies([older.id, newer.id, newId()]);
    expect(found.map(({ id }) => id).toSorted()).toEqual([older.id, newer.id].toSorted());
  });
});
