import type { Knex } from 'knex';
import type { UploadStore } from '../domain/upload.ts';

type Row = { id: string; owner: string; md5: string; create_time: number; expire_time: number; bytes: number };

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
    async insert({ id, owner, md5, createTime, expireTime }) {
      await db('uploads').insert({ id, owner, md5, create_time: createTime, expire_time: expireTime });
    },
    async find(id) {
      const row: Row | undefined = await db('uploads')
        .where({ id })
        .first('id', 'owner', 'md5', 'create_time', 'expire_time', 'bytes');
      return (
        row && {
          id,
          owner: row.owner,
          md5: row.md5,
          createTime: row.create_time,
          expireTime: row.expire_time,
          bytes: Number(row.bytes),
        }
      );
    },
    async putContent(owner, id, content) {
      if ((await db('uploads').where({ owner, id }).update({ content, bytes: content.length })) > 0) return true;
      // MySQL counts a row as unchanged if it already has this content.
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
