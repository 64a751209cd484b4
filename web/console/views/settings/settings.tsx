import { useState } from 'preact/hooks';
import { Check, Field, TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { useConsole, useProjectCall } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { Branding } from './branding.tsx';

/** The project's name as customers see it, and the origins of pages that may call the API. */
export function Settings() {
  const { project } = useConsole();
  const act = useProjectCall();
  const [appName, setAppName] = useState(project.appName);
  const [origins, setOrigins] = useState(project.allowedOrigins.join('\n'));
  const [isRestricted, setRestricted] = useState(project.restrictFrontendKeys);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const save = async (event: Event) => {
    event.preventDefault();
    setSaid('');
    setProblem(null);
    const allowedOrigins = origins.split(/\s+/).filter((origin) => origin !== '');
    const changed = { appName, allowedOrigins, restrictFrontendKeys: isRestricted };
    const body = { updateMask: Object.keys(changed), project: changed };
    await act('updateProject', { body }).then(() => setSaid('Saved.'), setProblem);
  };
  return (
    <Page title="Settings" asked={{ id: 'getProject' }}>
      <form class="card" aria-label="Project" onSubmit={save}>
        <TextField
          label="App name"
          value={appName}
          onValue={setAppName}
          hint="Customers see it when they connect an account."
        />
        <Field
          label="Allowed origins"
          hint="One on each line, such as https://app.example.com. Connect pages return to them and tell them what happened."
        >
          {(control) => (
            <textarea {...control} value={origins} onInput={({ currentTarget }) => setOrigins(currentTarget.value)} />
          )}
        </Field>
        <Check
          label="Frontend keys create connections and installations, and neither replace nor delete them"
          isChecked={isRestricted}
          onCheck={setRestricted}
        />
        <p role="status">{said}</p>
        <ProblemBox problem={problem} />
        <button type="submit" class="primary">
          Save
        </button>
      </form>
      <Branding />
    </Page>
  );
}
