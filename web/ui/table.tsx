import type { ComponentChildren } from 'preact';
import { Loading } from './loading.tsx';

export type Column<Row> = { title: string; cell(row: Row): ComponentChildren; isNumber?: boolean };

type Props<Row> = {
  /** What the table lists, for people who do not see it. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf(row: Row): string;
  /** Shown when there are none. */
  empty: ComponentChildren;
};

export function Table<Row>({ name, columns, rows, keyOf, empty }: Props<Row>) {
  if (!rows) return <Loading />;
  if (rows.length === 0) return <p class="soft">{empty}</p>;
  return (
    // A scrollable region needs the keyboard's focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section class="scroll" aria-label={name} tabIndex={0}>
      <table>
        <caption class="visually-hidden">{name}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            // A keyboard follows the link itself.
            <tr key={keyOf(row)} onClick={followRow}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} class={isNumber ? 'number' : ''}>
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

/** A row leads where the link in its first cell does; what is pressed or selected in it keeps its own meaning. */
function followRow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const pressed = (target as Element).closest('a, button, input, select, textarea, label, summary');
  if (pressed || String(window.getSelection()) !== '') return;
  const link = (currentTarget as Element).querySelector('td:first-child a');
  // With the same modifiers, which open another tab.
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

/** Names and values of one thing. A value that is undefined is left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [<dt key={`${name}-n`}>{name}</dt>, <dd key={`${name}-v`}>{value}</dd>])}
    </dl>
  );
}
