import { useEffect, useMemo } from 'preact/hooks';
import type { Call } from '../../api/call.ts';
import type { Schema } from '../../api/contract.ts';
import { retryNow } from '../../api/retry_now.ts';
import { isSignedOut, type Refreshed } from '../../api/session.ts';
import { useAnswer } from '../../api/use_answer.ts';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { addressOfPlace, followLinks, navigate, usePlace } from '../place/place.ts';
import { type ConsoleSession, callWith, sessionOf } from './credentials.ts';
import { Frame } from './frame.tsx';
import { SignIn } from './sign_in.tsx';

type Opened = { session: ConsoleSession; call: Call };

/** The console: the sign-in page, or the frame with the view in the address. */
export function App() {
  const place = usePlace();
  const isSigningIn = place.project === 'sign-in';
  const projects = useProjects(isSigningIn);
  const first = projects.list?.[0]?.name ?? '';
  const { opened, problem } = useProject(isSigningIn ? '' : place.project || first);
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  useEffect(() => {
    if (isSigningIn || first === '') return;
    const project = place.project || first;
    if (place.project === '' || place.view === '')
      navigate(addressOfPlace({ project, view: 'overview' }), { isSame: true });
  }, [isSigningIn, first, place]);

  const failed = problem ?? projects.problem;
  if (isSigningIn || isSignedOut(failed)) return <SignIn />;
  if (failed) return <Stopped problem={failed} />;
  if (projects.list?.length === 0)
    return <Stopped problem="You are a member of no org that has a project. Ask an owner for an invite." />;
  const project = projects.list?.find(({ id }) => id === opened?.session.key?.projectId);
  if (!opened || !projects.list || !project) return <p class="soft">Loading …</p>;
  const console = { call: opened.call, project, role: opened.session.key?.role ?? '', place };
  return <Frame console={console} builder={opened.session.builder} projects={projects.list} />;
}

function useProjects(skip: boolean) {
  const ask = useMemo(() => (skip ? null : () => listProjects(sessionOf(''))), [skip]);
  const { answer: list, problem } = useAnswer(ask);
  return { list, problem };
}

async function listProjects(session: Refreshed<ConsoleSession>): Promise<readonly Schema<'Project'>[]> {
  const { body } = await callWith(session)('listProjects');
  return body ?? [];
}

function useProject(name: string) {
  const ask = useMemo(() => {
    if (name === '') return null;
    const session = sessionOf(name);
    return async (): Promise<Opened> => ({ session: await session(), call: callWith(session) });
  }, [name]);
  const { answer, problem } = useAnswer(ask);
  return { opened: answer ?? null, problem };
}

/** Shown when a request failed. The request is repeated automatically, because the failure may be over soon. */
function Stopped({ problem }: { problem: unknown }) {
  return (
    <main class="sign-in">
      <h1>Causeway</h1>
      <ProblemBox problem={problem} />
      <div class="row">
        <button type="button" onClick={retryNow}>
          Try now
        </button>
        <a href={addressOfPlace({ project: '' })}>To your projects</a>
      </div>
    </main>
  );
}
