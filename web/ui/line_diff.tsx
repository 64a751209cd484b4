import { diffLines } from './diff_lines.ts';

type Props = { name: string; before: string; after: string };

/** The removed and added lines, marked by signs and colours. Long runs of equal lines are collapsed. */
export function LineDiff({ name, before, after }: Props) {
  const lines = diffLines(before.split('\n'), after.split('\n'));
  if (lines.every(({ sign }) => sign === ' ')) return <p class="soft">They are the same.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section aria-label={name} class="scrolled" tabIndex={0}>
      <pre class="diff">
        {lines.map(({ sign, text }, at) => (
          <div key={at} class={sign === '+' ? 'added' : sign === '-' ? 'removed' : ''}>
            {sign} {text}
          </div>
        ))}
      </pre>
    </section>
  );
}
