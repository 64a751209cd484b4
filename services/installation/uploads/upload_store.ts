import type { Knex } from 'knex';
import { intCell, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { StoredUpload, UploadStore } from './upload.ts';

const uploads = tableRecord<StoredUpload>({
  id: textCell,
  owner: textCell,
  md5: textCell,
  createTime: timeCell,
  expireTime: timeCell,
  bytes: intCell,
});

export function sqlUploadStore(db: Knex): UploadStore {
  return {
    async usage(owner, after) {
      const [row] = (await db('uploads')
        .where({ owner })
        .where('create_time', '>', after)
        .count({ count: '*' })
        .sum({ bytes: 'bytes' })
        .min({ firstTime: 'create_time' })) as { count: number; bytes: number | null; firstTime: number | null }[];
      return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0), firstTime: Number(row?.firstTime ?? 0) };
    },
    async insert(upload) {
      await db('uploads').insert(uploads.toRow(upload));
    },
    async find(id) {
      const row = await db('uploads').where({ id }).first(uploads.columns);
      return row && uploads.fromRow(row);
    },
    async putContent(owner, id, content) {
      if ((await db('uploads').where({ owner, id }).update({ content, bytes: content.length })) > 0) return true;
      // The update count is not enough: MySQL does not count a row that already has this content.
      return Boolean(await db('uploads').where({ owner, id }).first('id'));
    },
    async findContent(owners, id) {
      const row: { content: Uint8Array | null } | undefined = await db('uploads')
        .where({ id })
        .whereIn('owner', owners)
        .first('content');
      return row?.content ?? undefined;
    },
    async removeBefore(createTime, limit) {
      const ids: string[] = await db('uploads')
        .where('create_time', '<', createTime)
        .orderBy('create_time')
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : db('uploads').whereIn('id', ids).del();
    },
  };
}
