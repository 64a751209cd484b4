import { Fragment } from 'preact';
import { breakableParts } from './breakable_parts.ts';

/** An address or a dotted name. It breaks only after a separator such as `/` or `.`, never inside a word. */
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
