import { useEffect, useState } from 'preact/hooks';
import { ApiProblem } from '../../api/api_problem.ts';
import { takeToken } from '../../api/take_token.ts';
import { textOf } from '../../texts/connect.ts';
import { type Look, lookAt, openVisit, type Visit } from '../flow/visit.ts';
import { ConnectFlow } from './connect_flow.tsx';
import { useBrand, Who } from './who.tsx';

/** The connect page: first the purpose of the link, after Continue the steps to a connection. */
export function ConnectApp() {
  // Runs only once, because takeToken removes the token from the address.
  const [token] = useState(takeToken);
  const [visit, setVisit] = useState<Visit | null>(null);
  const [look, setLook] = useState<Look | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [sessionId] = useState(() => new URL(location.href).searchParams.get('session') ?? '');
  useEffect(() => {
    document.title = textOf('start.noName');
    if (token === '' && sessionId !== '') openVisit({ sessionId }).then(setVisit, setProblem);
    if (token !== '') lookAt(token).then(setLook, setProblem);
  }, [token, sessionId]);
  const again = () => {
    setProblem(null);
    if (token !== '') lookAt(token).then(setLook, setProblem);
  };
  return (
    <main class="connect">
      {visit ? (
        <ConnectFlow visit={visit} />
      ) : problem || (token === '' && sessionId === '') ? (
        <Stopped problem={problem} onAgain={again} />
      ) : look ? (
        <First look={look} onContinue={() => openVisit({ token }).then(setVisit, setProblem)} />
      ) : (
        <p role="status">{textOf('loading')}</p>
      )}
    </main>
  );
}

/** Shown before the link is used up: a program that scans links does not press the button. */
function First({ look, onContinue }: { look: Look; onContinue(): void }) {
  useBrand(look.branding);
  const { app, provider } = look;
  const title = textOf('start.title', { app, provider });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div class="card">
      <h1>{title}</h1>
      <p>{textOf('start.text', { app, provider })}</p>
      <Who {...look} />
      <p>{textOf('start.once')}</p>
      <button type="button" class="primary" onClick={onContinue}>
        {textOf('start.continue')}
      </button>
    </div>
  );
}

/** Shown after a failure. A refused link cannot be opened again; after any other failure it can. */
function Stopped({ problem, onAgain }: { problem: unknown; onAgain(): void }) {
  const known = problem instanceof ApiProblem ? problem : null;
  const isRefused = !known || known.status === 401;
  return (
    <div class="card" role="alert">
      <h1>{textOf('stopped.title')}</h1>
      {known && <p>{known.detail}</p>}
      <p>{known?.remedy || textOf('stopped.next')}</p>
      {!isRefused && (
        <button type="button" class="primary" onClick={onAgain}>
          {textOf('stopped.again')}
        </button>
      )}
    </div>
  );
}
