import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import type { Schema } from '../../api/contract.ts';
import { SelectField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { type Console, ConsoleContext } from '../place/console_context.ts';
import { addressOfPlace, go } from '../place/place.ts';
import { type Person, signOut } from './credentials.ts';
import { schemes, useScheme } from './scheme.ts';
import { groups, views } from './views.ts';

type Props = { console: Console; builder: Person; projects: readonly Schema<'Project'>[] };

/** The menu and the open view. */
export function Frame({ console, builder, projects }: Props) {
  const { project, place } = console;
  const [isOpen, setOpen] = useState(false);
  const [scheme, setScheme] = useScheme();
  useEffect(() => setOpen(false), [place]);
  const leave = async () => {
    await signOut();
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
            <button type="button" class="menu-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Menu
            </button>
          </div>
          <div class="menu">
            <SelectField
              label="Project"
              value={project.name}
              options={projects.map(({ name, appName }) => [name, appName || name])}
              onValue={(name) => go(addressOfPlace({ project: name, view: place.view }))}
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
            <SelectField label="Colours" value={scheme} options={schemes} onValue={setScheme} />
            <button type="button" onClick={leave}>
              Sign out
            </button>
          </div>
        </nav>
        <main id="main" tabIndex={-1}>
          <OpenView key={`${project.id} ${place.view}`} view={place.view} />
        </main>
      </div>
    </ConsoleContext.Provider>
  );
}

function OpenView({ view }: { view: string }) {
  const [Loaded, setLoaded] = useState<{ component: ComponentType } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [crash] = useErrorBoundary();
  const known = views.find(({ path }) => path === view);
  useEffect(() => {
    known?.load().then(
      (component) => setLoaded({ component }),
      // A newer version may run, whose bundles have other names.
      () => setProblem('This view could not be loaded. Reload the page.'),
    );
  }, [view]);
  if (!known) return <p>There is no view of that name. Choose one from the menu.</p>;
  if (crash) return <ProblemBox problem="This view failed. Reload the page; if it fails again, tell the operator." />;
  if (problem) return <ProblemBox problem={problem} />;
  return Loaded ? <Loaded.component /> : <p class="soft">Loading …</p>;
}
