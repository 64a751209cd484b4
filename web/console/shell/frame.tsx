import { useEffect, useState } from 'preact/hooks';
import type { Schema } from '../../api/contract.ts';
import { isSignedOut } from '../../api/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { useZone } from '../../ui/time_zone.ts';
import { type Console, ConsoleContext } from '../place/console_context.ts';
import { addressOfPlace, navigate } from '../place/place.ts';
import { type Person, signOut } from './credentials.ts';
import { OpenView } from './open_view.tsx';
import { ReachBanner } from './reach_banner.tsx';
import { schemes, useScheme } from './scheme.ts';
import { SearchButton } from './search_button.tsx';
import { groups } from './views.ts';

const zones = [
  ['local', 'Local time'],
  ['utc', 'UTC'],
] as const;

type Props = { console: Console; builder: Person; projects: readonly Schema<'Project'>[] };

/** The menu and the open view. */
export function Frame({ console, builder, projects }: Props) {
  const { project, place } = console;
  const [isOpen, setOpen] = useState(false);
  const [scheme, setScheme] = useScheme();
  const [zone, chooseZone] = useZone();
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => setOpen(false), [place]);
  const leave = async () => {
    setProblem(null);
    try {
      await signOut();
    } catch (error) {
      // A 401 is no problem here: the builder is already signed out.
      if (!isSignedOut(error)) return setProblem(error);
    }
    location.assign(addressOfPlace({ project: 'sign-in' }));
  };
  return (
    <ConsoleContext.Provider value={console}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <div class="shell">
        <nav aria-label="Console" class={isOpen ? '' : 'is-closed'}>
          <div class="spread">
            <a class="brand" href={addressOfPlace({ project: project.name })}>
              Causeway
            </a>
            <SearchButton />
            <button type="button" class="menu-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Menu
            </button>
          </div>
          <div class="menu">
            <SelectField
              label="Project"
              value={project.name}
              options={projects.map(({ name, appName }) => [name, appName || name])}
              onValue={(name) => navigate(addressOfPlace({ project: name, view: place.view }))}
            />
            {groups.map(({ title, views: listed }) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul>
                  {listed.map((view) => (
                    <li key={view.path}>
                      <a
                        href={addressOfPlace({ project: project.name, view: view.path })}
                        {...(view.path === place.view && { 'aria-current': 'page' as const })}
                      >
                        {view.title}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
            <h2>You</h2>
            <p>
              {builder.fullName || builder.email}
              <br />
              <span class="soft">{console.role}</span>
            </p>
            <SelectField label="Times" value={zone} options={zones} onValue={chooseZone} />
            <SelectField label="Colours" value={scheme} options={schemes} onValue={setScheme} />
            <button type="button" onClick={leave}>
              Sign out
            </button>
            <ProblemBox problem={problem} />
          </div>
        </nav>
        <main id="main" tabIndex={-1}>
          <ReachBanner />
          <OpenView key={`${project.id} ${place.view}`} view={place.view} />
        </main>
      </div>
    </ConsoleContext.Provider>
  );
}
