import { useMemo, useRef, useState } from 'preact/hooks';
import { ApiProblem } from '../../../api/api_problem.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Check } from '../../../ui/field.tsx';
import { LineDiff } from '../../../ui/line_diff.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { useConsole, useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { ManifestEditor } from './manifest_editor.tsx';
import type { Marker } from './open_editor.ts';
import { expectedIds, type Plan, planOf } from './plan_of.ts';
import { manifestOf } from './yaml_of.ts';

const EXAMPLE = `specVersion: 1.0.0
integrations:
  - name: my-integration
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: my-destination
          schedule: "*/30 * * * *"
          optionalFieldsAuto: all
`;

/**
 * The view at /integrations/deploy: a new manifest, or with `?from=<integration>` the manifest of its latest revision.
 */
export function DeployManifest() {
  const { from = '' } = useConsole().place.filters;
  const path = { integrationIdOrName: from };
  const { data, problem } = useProjectPoll('getIntegration', { path }, { skip: from === '' });
  // Only the first answer sets the text: a later answer must not overwrite the user's changes.
  const start = useRef<string | null>(from === '' ? EXAMPLE : null);
  if (start.current === null && data)
    start.current = manifestOf(data.latestRevision.specVersion, data.latestRevision.content);
  if (start.current !== null) return <ManifestDesk start={start.current} from={from} />;
  return (
    <Page title="Deploy a manifest" problem={problem}>
      <Loading />
    </Page>
  );
}

/** An editor for a manifest: the server checks it, the view shows the difference, and a button deploys it. */
function ManifestDesk({ start, from }: { start: string; from: string }) {
  const act = useProjectCall();
  const link = useLinks();
  const [text, setText] = useState(start);
  const [plan, setPlan] = useState<{ of: string; plan: Plan } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isDeploying, setDeploying] = useState(false);
  const [isDone, setDone] = useState(false);
  const [stopsDropped, setStopsDropped] = useState(false);
  const markers = useMemo(() => markersOf(text, problem, plan?.plan), [problem, plan]);
  const body = { sourceYaml: text };

  const check = async () => {
    setProblem(null);
    setDone(false);
    setPlan(null);
    try {
      const { body: planned } = await act('batchUpsertIntegrations', { body, query: { dryRun: true } });
      setPlan({ of: text, plan: planOf(planned ?? []) });
    } catch (error) {
      setProblem(error);
    }
  };
  const dropped = plan?.plan.flatMap((one) => one.dropped.map((objectName) => `${objectName} of ${one.name}`)) ?? [];
  const deploy = async () => {
    const expectedRevisionIds = expectedIds(plan?.plan ?? []);
    await act('batchUpsertIntegrations', {
      body: { ...body, expectedRevisionIds },
      query: { destructive: stopsDropped },
    });
    setPlan(null);
    setDone(true);
  };
  return (
    <Page title="Deploy a manifest" lead="Check says what a deploy would change. Nothing is changed until you deploy.">
      {from !== '' && (
        <p class="soft">Made from the latest revision of {from}. Comments of the original file are not stored.</p>
      )}
      <ManifestEditor text={text} markers={markers} onText={setText} />
      <div class="row">
        <button type="button" onClick={check}>
          Check
        </button>
        <button type="button" class="primary" disabled={plan?.of !== text} onClick={() => setDeploying(true)}>
          Deploy
        </button>
      </div>
      <ProblemBox problem={problem} />
      {isDone && (
        <div class="done" role="status">
          Deployed. <a href={link('integrations')}>To the integrations</a>
        </div>
      )}
      {plan && <PlanView plan={plan.plan} isOld={plan.of !== text} />}
      {isDeploying && (
        <Confirm
          title="Deploy this manifest?"
          action="Deploy"
          isDanger={stopsDropped}
          {...(stopsDropped && { typed: 'stop reading' })}
          onClose={() => setDeploying(false)}
          onConfirm={deploy}
        >
          <p>Every integration that changes gets a new revision. Others of the project stay as they are.</p>
          {dropped.length > 0 && (
            <>
              <p>
                The manifest has no longer: {dropped.join(', ')}. Installations that read them go on, unless you stop
                it.
              </p>
              <Check label="Stop reading these objects" isChecked={stopsDropped} onCheck={setStopsDropped} />
            </>
          )}
        </Confirm>
      )}
    </Page>
  );
}

function PlanView({ plan, isOld }: { plan: Plan; isOld: boolean }) {
  return (
    <section aria-label="What a deploy would change">
      <h2>What a deploy would change</h2>
      {isOld && <p class="notice">The manifest was changed since. Check it again.</p>}
      {plan.map(({ name, change, before, after, warnings }) => (
        <div class="card" key={name}>
          <h3>
            {name} <Badge>{change}</Badge>
          </h3>
          {warnings.map(({ message, line }) => (
            <p class="notice" key={`${line} ${message}`}>
              {line !== undefined && `Line ${line}: `}
              {message}
            </p>
          ))}
          <LineDiff name={`Difference of ${name}`} before={before} after={after} />
        </div>
      ))}
    </section>
  );
}

/** The places of the server's faults and warnings in the manifest. */
function markersOf(text: string, problem: unknown, plan: Plan | undefined): Marker[] {
  const warnings = (plan ?? []).flatMap((one) => one.warnings);
  const faults = problem instanceof ApiProblem ? problem.issues : [];
  return [
    ...warnings.map(({ message, line = 1, column = 1 }) => ({ line, column, severity: 'warning' as const, message })),
    ...faults.map(({ name, detail }) => ({
      ...placeIn(text, name, detail),
      severity: 'error' as const,
      message: detail,
    })),
  ];
}

/** A fault contains its line, or the name of its key. */
function placeIn(text: string, name: string, detail: string): { line: number; column: number } {
  const said = /\bline (\d+)(?:, column (\d+))?/i.exec(`${name} ${detail}`);
  if (said) return { line: Number(said[1]), column: Number(said[2] ?? 1) };
  const key = name.split(/[./[\]]+/).findLast((part) => /[a-z]/i.test(part)) ?? '';
  const line = key === '' ? -1 : text.split('\n').findIndex((one) => one.includes(`${key}:`));
  return { line: Math.max(line, 0) + 1, column: 1 };
}
