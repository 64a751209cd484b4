import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { useConsole } from '../place/console_context.ts';
import { navigate } from '../place/place.ts';
import { idIn, type SearchResult } from './found.ts';
import { makeLookUp } from './look_up.ts';

/** The pause after the last key before the search starts, in milliseconds. */
const MAX_WAIT_MS = 200;

type Props = { views: readonly { path: string; title: string }[]; onClose(): void };
type Answer = { of: string; found: readonly SearchResult[] };

/** A dialog that finds things by id or by a part of their name, and opens their page. Escape closes it. */
export function SearchDialog({ views, onClose }: Props) {
  const { call, project } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const lookUp = useMemo(() => makeLookUp({ call, project, views }), [call, project.id, views]);
  const { answer, problem } = useLookUp(lookUp, text.trim());
  const found = answer?.found ?? [];
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => setActive(0), [answer]);
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const open = (one: SearchResult | undefined) => {
    if (!one) return;
    dialog.current?.close();
    navigate(one.address);
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key !== 'Enter' && step === undefined) return;
    event.preventDefault();
    if (step === undefined) open(found[active]);
    else if (found.length > 0) setActive((active + step + found.length) % found.length);
  };
  return (
    <dialog ref={dialog} class="search" aria-label="Search" onClose={onClose}>
      <div class="row">
        <input
          role="combobox"
          aria-label="Id or name"
          aria-expanded={found.length > 0}
          aria-autocomplete="list"
          {...(found.length > 0 && { 'aria-controls': 'search-found', 'aria-activedescendant': optionId(active) })}
          placeholder="Id, customer, integration, destination …"
          value={text}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={press}
        />
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <ProblemBox problem={problem} />
      {found.length > 0 && (
        <div id="search-found" role="listbox" aria-label="Found">
          {found.map((one, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus
            <div
              key={one.address}
              id={optionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              onClick={() => open(one)}
            >
              <span class="soft">{one.kind}</span> {one.text}
            </div>
          ))}
        </div>
      )}
      <p role="status" class="soft">
        {statusText(text.trim(), answer, problem)}
      </p>
    </dialog>
  );
}

const STEPS: Readonly<Record<string, number | undefined>> = { ArrowDown: 1, ArrowUp: -1 };

function optionId(at: number): string {
  return `search-found-${at}`;
}

function statusText(text: string, answer: Answer | null, problem: unknown): string {
  if (text === '') return 'Type or paste an id, or a part of a name. Up and Down choose, Enter opens.';
  if (problem !== null) return '';
  if (answer?.of !== text) return 'Looking …';
  const { length } = answer.found;
  if (length > 0) return length === 1 ? '1 found' : `${length} found`;
  if (idIn(text) === '') return 'Nothing of this project is called so.';
  return 'No operation, delivery, installation, connection, destination or integration of this project has this id. It may be deleted, or of another project.';
}

/** Returns the last answer, also while a new one loads, so the list does not flicker. */
function useLookUp(lookUp: (text: string) => Promise<SearchResult[]>, text: string) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    setProblem(null);
    if (text === '') return setAnswer(null);
    let isOver = false;
    const look = async () => {
      try {
        const found = await lookUp(text);
        if (!isOver) setAnswer({ of: text, found });
      } catch (error) {
        if (!isOver) setProblem(error);
      }
    };
    const timer = window.setTimeout(look, MAX_WAIT_MS);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [lookUp, text]);
  return { answer, problem };
}
