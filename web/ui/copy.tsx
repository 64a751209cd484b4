import { useState } from 'preact/hooks';

/** A text with a button that copies it. */
export function Copy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    // Without https there is no clipboard; the text is there to be selected.
    const isDone = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(isDone ? 'Copied' : 'Select the text and copy it');
  };
  return (
    <span class="row">
      <button type="button" class="plain" onClick={copy}>
        {label}
      </button>
      <span role="status" class="soft">
        {said}
      </span>
    </span>
  );
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it */}
      <section aria-label={label} class="scrolled" tabIndex={0}>
        <pre>{text}</pre>
      </section>
      <Copy text={text} />
    </div>
  );
}
