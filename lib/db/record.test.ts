import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from './open.ts';
import {
  cellIn,
  flagCell,
  intCell,
  jsonCell,
  nullableCell,
  tableRecord,
  textCell,
  timeCell,
  wordCell,
} from './record.ts';

type Parcel = {
  id: string;
  sizeInCm: number;
  isFragile: boolean;
  state: 'packed' | 'sent';
  labels: string[];
  routeJson: string;
  sentTime: number | null;
  notes: string[] | null;
};
const parcels = tableRecord<Parcel>({
  id: textCell,
  sizeInCm: intCell,
  isFragile: flagCell,
  state: wordCell(),
  labels: jsonCell((stored) => (Array.isArray(stored) ? stored.map(String) : [])),
  routeJson: cellIn('route', textCell),
  sentTime: nullableCell(timeCell),
  notes: nullableCell(jsonCell()),
});
const parcel: Parcel = {
  id: 'p1',
  sizeInCm: 12,
  isFragile: true,
  state: 'packed',
  labels: ['glass'],
  routeJson: '{"legs":[1.10]}',
  sentTime: null,
  notes: null,
};
let db: Knex;
beforeAll(async () => {
  db = openDatabase('sqlite::memory:');
  await db.schema.createTable('parcels', (t) => {
    for (const column of parcels.columns) t.specificType(column, column === 'is_fragile' ? 'boolean' : '');
  });
  await db('parcels').insert(parcels.toRow(parcel));
});
afterAll(() => db.destroy());

describe('a record', () => {
  it('names its columns after the properties, unless it says otherwise', () => {
    expect(parcels.columns).toEqual([
      'id',
      'size_in_cm',
      'is_fragile',
      'state',
      'labels',
      'route',
      'sent_time',
      'notes',
    ]);
  });

  it('reads what it wrote', async () => {
    expect((await db('parcels').select(parcels.columns)).map(parcels.fromRow)).toEqual([parcel]);
  });

  it('reads a joined row by the prefix of its table', async () => {
    const { columns, fromRow } = parcels.in('p');
    const row = await db({ p: 'parcels' })
      .leftJoin({ o: 'parcels' }, 'o.id', 'p.route')
      .first({ ...columns, o_id: 'o.id' });
    expect(row).toMatchObject({ p_size_in_cm: 12, o_id: null });
    expect(fromRow(row)).toEqual(parcel);
  });

  it('writes the properties of a change, and null as NULL', () => {
    expect(parcels.toRow({ state: 'sent', sentTime: 5, notes: ['left at the door'] })).toEqual({
      state: 'sent',
      sent_time: 5,
      notes: '["left at the door"]',
    });
    expect(parcels.toRow({ sentTime: null, notes: null })).toEqual({ sent_time: null, notes: null });
  });

  it('reads counts that the driver gives as text, and what an older version stored', () => {
    const row = { ...parcels.toRow(parcel), size_in_cm: '12', is_fragile: 0, labels: '"glass"' };
    expect(parcels.fromRow(row)).toMatchObject({ sizeInCm: 12, isFragile: false, labels: [] });
  });

  it('refuses a row without one of its columns, instead of a value that is undefined', () => {
    expect(() => parcels.fromRow({ id: 'p1' })).toThrow('The column size_in_cm was not selected.');
  });
});
