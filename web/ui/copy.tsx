import { useState } from 'preact/hooks';

type CopyProps = {
  text: string;
  /** The text on the button. */
  label?: string;
  /** The accessible name of the button. It begins with the label. */
  name?: string;
};

/** A button that copies a text. */
export function Copy({ text, label = 'Copy', name = label }: CopyProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    // Without https a browser has no clipboard API. Then the user can select the text.
    const isDone = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(isDone ? 'Copied' : 'Select the text and copy it');
  };
  return (
    <span class="row">
      <button type="button" class="plain" aria-label={name} onClick={copy}>
        {label}
      </button>
      <span role="status" class="soft">
        {said}
      </span>
    </span>
  );
}

/** An id, and a button that copies it. */
export function Id({ id }: { id: string }) {
  return (
    <span class="row">
      <code>{id}</code>
      <Copy text={id} name="Copy the id" />
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
