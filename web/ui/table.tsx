import type { ComponentChildren } from 'preact';
import { Loading } from './loading.tsx';

export type Column<Row> = { title: string; cell(row: Row): ComponentChildren; isNumber?: boolean };

type Props<Row> = {
  /** The accessible name of the table. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf(row: Row): string;
  /** Shown when there are no rows. */
  empty: ComponentChildren;
};

/** Explicit ARIA roles: some browsers drop the table roles when CSS shows the rows as cards. */
const asTable = { role: 'table' } as const;
const asRows = { role: 'rowgroup' } as const;
const asRow = { role: 'row' } as const;
const asTitle = { role: 'columnheader' } as const;
const asCell = { role: 'cell' } as const;

/** A table. On a narrow screen each row is a card with the column titles beside the values (ui.css). */
export function Table<Row>({ name, columns, rows, keyOf, empty }: Props<Row>) {
  if (!rows) return <Loading />;
  if (rows.length === 0) return <p class="soft">{empty}</p>;
  return (
    // A scrollable region must be focusable, so that a keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section class="scroll" aria-label={name} tabIndex={0}>
      <table {...asTable}>
        <caption class="visually-hidden">{name}</caption>
        <thead {...asRows}>
          <tr {...asRow}>
            {columns.map(({ title, isNumber }) => (
              <th {...asTitle} key={title} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...asRows}>
          {rows.map((row) => (
            // A keyboard user follows the link in the row instead.
            <tr {...asRow} key={keyOf(row)} onClick={followRow}>
              {columns.map(({ title, cell, isNumber }) => (
                <td {...asCell} key={title} class={isNumber ? 'number' : ''} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A click on a row follows the link in its first cell, unless it hits a control or selects text. */
function followRow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const pressed = (target as Element).closest('a, button, input, select, textarea, label, summary');
  if (pressed || String(window.getSelection()) !== '') return;
  const link = (currentTarget as Element).querySelector('td:first-child a');
  // Passes the modifier keys on, because they open another tab.
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

/** Names and values of one thing. An undefined value is left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [<dt key={`${name}-n`}>{name}</dt>, <dd key={`${name}-v`}>{value}</dd>])}
    </dl>
  );
}
