/** A value that the database driver accepts. */
type Cell = string | number | boolean | null | Uint8Array;
/** A row that the driver returned, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** Maps one property of a record to a column. */
export type CellMapping<T> = {
  /** The name of the column; default: the name of the property in snake case. */
  name?: string;
  read(cell: unknown): T;
  write(value: T): Cell;
};
/** A column for each property of `T`. */
export type CellMappings<T> = { readonly [K in keyof T]-?: CellMapping<T[K]> };

/** The columns of a table that hold values of type `T`, with the mappings in both directions. */
type TableRecord<T> = {
  /** The names of the columns, for select() and first(). */
  columns: readonly string[];
  /** Throws when the row lacks one of the columns. */
  fromRow(row: Row): T;
  /** The columns of the given properties. A property that is undefined is left out; null is written. */
  toRow(value: Partial<T>): Record<string, Cell>;
  /** The columns of the table `alias` in a join. Each column is selected under a name that begins with `alias`. */
  in(alias: string): { columns: Record<string, string>; fromRow(row: Row): T };
};

/**
 * Declares the columns of a table once; the selected columns and both mappings follow. A property of `T` without a
 * column doesn't compile.
 *
 *     const topics = record<Topic>({ id: text, projectId: text, labels: json(), updateTime: optional(time) });
 *     await db('topics').insert(topics.toRow(topic));
 *     (await db('topics').where({ project_id: projectId }).select(topics.columns)).map(topics.fromRow);
 */
export function tableRecord<T extends object>(declared: CellMappings<T>): TableRecord<T> {
  const columns = Object.entries<CellMapping<unknown>>(declared).map(([property, { name, read, write }]) => ({
    property,
    name: name ?? snakeCase(property),
    read,
    write,
  }));
  const reader = (prefix: string) => {
    const cells = columns.map(({ property, name, read }) => ({ property, read, key: `${prefix}${name}` }));
    return (row: Row): T => {
      const value: Record<string, unknown> = {};
      for (const { property, read, key } of cells) {
        const cell = row[key];
        if (cell === undefined) throw new Error(`The column ${key} was not selected.`);
        value[property] = read(cell);
      }
      return value as T;
    };
  };
  return {
    columns: columns.map(({ name }) => name),
    fromRow: reader(''),
    toRow(value) {
      const row: Record<string, Cell> = {};
      for (const { property, name, write } of columns) {
        const part = value[property as keyof T];
        if (part !== undefined) row[name] = write(part);
      }
      return row;
    },
    in: (alias) => ({
      columns: Object.fromEntries(columns.map(({ name }) => [`${alias}_${name}`, `${alias}.${name}`])),
      fromRow: reader(`${alias}_`),
    }),
  };
}

export const textCell: CellMapping<string> = { read: (cell) => cell as string, write: (value) => value };

/** A whole number. The drivers return some whole numbers as text or bigint. */
export const intCell: CellMapping<number> = { read: Number, write: (value) => value };

/** Unix milliseconds. */
export const timeCell: CellMapping<number> = intCell;

/** Bytes of any length. */
export const bytesCell: CellMapping<Uint8Array> = { read: (cell) => cell as Uint8Array, write: (value) => value };

/** Stored as 1 or 0. */
export const flagCell: CellMapping<boolean> = { read: Boolean, write: (value) => value };

/**
 * One word of a closed set. It is not checked, because a newer replica may store a word that this version does not
 * know.
 */
export function wordCell<T extends string>(): CellMapping<T> {
  return { read: (cell) => cell as T, write: (value) => value };
}

/** A value as JSON text. `read` converts values that older versions stored. */
export function jsonCell<T>(read: (stored: unknown) => T = (stored) => stored as T): CellMapping<T> {
  return { read: (cell) => read(JSON.parse(String(cell))), write: (value) => JSON.stringify(value) };
}

/** A column that may be NULL. */
export function nullableCell<T>(of: CellMapping<T>): CellMapping<T | null> {
  return {
    ...of,
    read: (cell) => (cell === null ? null : of.read(cell)),
    write: (value) => (value === null ? null : of.write(value)),
  };
}

/** A column with another name than the property's name in snake case. */
export function cellIn<T>(name: string, of: CellMapping<T>): CellMapping<T> {
  return { ...of, name };
}

function snakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
