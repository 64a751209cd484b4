import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Call } from '../../api/call.ts';
import type { Schema } from '../../api/contract.ts';
import { isSignedOut } from '../../api/session.ts';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { addressOfPlace, followLinks, go, usePlace } from '../place/place.ts';
import { type ConsoleSession, callWith, sessionOf } from './credentials.ts';
import { Frame } from './frame.tsx';
import { SignIn } from './sign_in.tsx';

type Opened = { session: ConsoleSession; call: Call; projectName: string };

/** The console: the sign-in, or the frame around the view that the address names. */
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
    if (place.project === '' || place.view === '') go(addressOfPlace({ project, view: 'overview' }), { isSame: true });
  }, [isSigningIn, first, place]);

  if (isSigningIn || projects.isSignedOut) return <SignIn />;
  const failed = problem ?? projects.problem;
  if (failed) return <Stopped problem={failed} />;
  if (projects.list?.length === 0)
    return <Stopped problem="You are a member of no org that has a project. Ask an owner for an invite." />;
  const project = projects.list?.find(({ id }) => id === opened?.session.key?.projectId);
  if (!opened || !projects.list || !project) return <p class="soft">Loading …</p>;
  const console = { call: opened.call, project, role: opened.session.key?.role ?? '', place };
  return <Frame console={console} builder={opened.session.builder} projects={projects.list} />;
}

function useProjects(skip: boolean) {
  const [list, setList] = useState<readonly Schema<'Project'>[]>();
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    if (skip) return;
    callWith(sessionOf(''))('listProjects').then(({ body }) => setList(body ?? []), setProblem);
  }, [skip]);
  return { list, problem, isSignedOut: isSignedOut(problem) };
}

function useProject(name: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const session = useMemo(() => sessionOf(name), [name]);
  const call = useMemo(() => callWith(session), [session]);
  useEffect(() => {
    setProblem(null);
    if (name === '') return;
    session().then((found) => setOpened({ session: found, call, projectName: name }), setProblem);
  }, [name, session, call]);
  return { opened: opened?.projectName === name ? opened : null, problem };
}

function Stopped({ problem }: { problem: unknown }) {
  return (
    <main class="sign-in">
      <h1>Causeway</h1>
      <ProblemBox problem={problem} />
      <p>
        <a href={addressOfPlace({ project: '' })}>To your projects</a>
      </p>
    </main>
  );
}
