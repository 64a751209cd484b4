import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ProblemBox } from './problem_box.tsx';

type Props = {
  title: string;
  /** The label of the button that confirms. */
  action: string;
  isDanger?: boolean;
  /** The text that the user must type to confirm an action that cannot be undone. */
  typed?: string;
  onClose(): void;
  /** Throws a problem, which the dialog shows; otherwise the dialog closes. */
  onConfirm(): Promise<void>;
  children: ComponentChildren;
};

/** Asks the user to confirm an action. Escape and Cancel close the dialog without the action. */
export function Confirm({ title, action, isDanger, typed, onClose, onConfirm, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [text, setText] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const confirm = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <form onSubmit={confirm}>
        <h2>{title}</h2>
        {children}
        {typed !== undefined && (
          <p>
            <label>
              Type <code>{typed}</code> to go on{' '}
              <input value={text} autocomplete="off" onInput={({ currentTarget }) => setText(currentTarget.value)} />
            </label>
          </p>
        )}
        <ProblemBox problem={problem} />
        <div class="row">
          <button
            type="submit"
            class={isDanger ? 'danger' : 'primary'}
            disabled={isBusy || (typed !== undefined && text !== typed)}
          >
            {action}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
