import { Fragment } from 'preact';
import { breakableParts } from './breakable_parts.ts';

/** An address or a dotted name: it breaks after its signs where it has no place, not inside a word. */
export function Breakable({ text }: { text: string }) {
  return (
    <>
      {breakableParts(text).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
