import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { views } from './views.ts';

type Dialog = ComponentType<{ views: typeof views; onClose(): void }>;

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform);
const KEYS = isApple ? '⌘K' : 'Ctrl K';

/** A button, and keyboard shortcuts, that open the search. The search is loaded when it is first opened. */
export function SearchButton() {
  /** When it was last opened; 0 while closed. The close event of one dialog may come after the next dialog is open. */
  const [opening, setOpening] = useState(0);
  const [Loaded, setLoaded] = useState<{ component: Dialog } | null>(null);
  const [isMissing, setMissing] = useState(false);
  const open = () => {
    setOpening(performance.now());
    setMissing(false);
    import('../search/search_dialog.tsx').then(
      ({ SearchDialog }) => setLoaded({ component: SearchDialog }),
      () => setMissing(true),
    );
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isMeant = event.key.toLowerCase() === 'k' && (isApple ? event.metaKey : event.ctrlKey);
      if (!isMeant || event.shiftKey || event.altKey) return;
      event.preventDefault();
      // A dialog that is already open comes first.
      if (!document.querySelector('dialog[open]')) open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button type="button" class="search-button" aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'} onClick={open}>
        Search{' '}
        <span class="keys" aria-hidden="true">
          {KEYS}
        </span>
      </button>
      {opening > 0 && isMissing && (
        <ProblemBox problem="The search could not be loaded. Try again when the platform answers, or reload the page." />
      )}
      {opening > 0 && Loaded && (
        <Loaded.component
          key={opening}
          views={views}
          onClose={() => setOpening((current) => (current === opening ? 0 : current))}
        />
      )}
    </>
  );
}
