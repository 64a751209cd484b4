import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { wordOf } from '../../../ui/state_words.ts';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';

type Installed = { installation: Schema<'Installation'> };
export type Schedules = readonly Schema<'ReadSchedule'>[];
type ObjectRow = { objectName: string; destination: string; schedule: Schema<'ReadSchedule'> | undefined };

/** The objects that are read, the progress of their first read, and a button that reads an object now. */
export function ReadObjects({ installation, schedules }: Installed & { schedules: Schedules | undefined }) {
  const { content } = installation.config;
  const objects = (content.read as { objects?: Record<string, Record<string, unknown>> } | undefined)?.objects ?? {};
  const rows = Object.entries(objects).map(([objectName, { destination }]) => ({
    objectName,
    destination: String(destination ?? ''),
    schedule: schedules?.find((one) => [one.objectName, one.mappedObjectName].includes(objectName)),
  }));
  return (
    <Table<ObjectRow>
      name="Objects that are read"
      rows={rows}
      keyOf={({ objectName }) => objectName}
      empty="No object is read for this installation."
      columns={[
        { title: 'Object', cell: ({ objectName }) => <strong>{objectName}</strong> },
        { title: 'Schedule', cell: ({ schedule }) => <Schedule schedule={schedule} /> },
        {
          title: 'Next starts',
          cell: ({ schedule }) =>
            schedule?.nextStarts.map((at) => (
              <div key={at}>
                <Time at={at} />
              </div>
            )),
        },
        { title: 'Destination', cell: ({ destination }) => destination || 'as in the manifest' },
        {
          title: 'First read',
          cell: ({ objectName }) => <Backfill installation={installation} objectName={objectName} />,
        },
        { title: 'Now', cell: ({ objectName }) => <Trigger installation={installation} objectName={objectName} /> },
      ]}
    />
  );
}

/** The schedule of an object, or why it is not read on a schedule. */
function Schedule({ schedule }: { schedule: Schema<'ReadSchedule'> | undefined }) {
  if (!schedule) return <span class="soft">…</span>;
  const { state, schedule: cron, pausedBecause = [], note, failures } = schedule;
  return (
    <>
      {cron ? <code>{cron}</code> : <span class="soft">only when triggered</span>}{' '}
      {state === 'paused' && <Badge>paused</Badge>}
      {pausedBecause.map((cause) => (
        <div key={cause}>{wordOf(PAUSED, cause)}</div>
      ))}
      {note && <div class="soft">{note}</div>}
      {failures > 0 && <div class="soft">{failures} failed in a row</div>}
    </>
  );
}

const PAUSED = {
  asked: 'Somebody paused it.',
  failures: 'Too many reads failed.',
  refusals: 'The provider refused the credentials.',
  dropped: 'A deploy dropped the object.',
};

function Backfill({ installation, objectName }: Installed & { objectName: string }) {
  const path = { integrationIdOrName: installation.integrationId, installationId: installation.id, objectName };
  const { data, problem } = useProjectPoll('getBackfillProgress', { path }, { isQuiet: true });
  if (problem) return <span class="soft">{problem.status === 404 ? 'none yet' : 'not known'}</span>;
  if (!data) return <span class="soft">…</span>;
  const { recordsProcessed: done, recordsEstimatedTotal: total } = data;
  return (
    <span>
      {done} {total === undefined ? 'records' : `of about ${total} records`}{' '}
      {total !== undefined && total > 0 && (
        <progress max={total} value={done} aria-label={`First read of ${objectName}`} />
      )}
    </span>
  );
}

function Trigger({ installation, objectName }: Installed & { objectName: string }) {
  const act = useProjectCall();
  const link = useLinks();
  const [said, setSaid] = useState<{ operationId?: string; problem?: unknown }>({});
  const read = async () => {
    try {
      const { body } = await act('triggerRead', {
        path: { integrationIdOrName: installation.integrationId, objectName },
        body: { groupRef: (installation.group ?? installation.connection.group).groupRef, mode: 'async' },
      });
      setSaid({ operationId: body?.operationId ?? '' });
    } catch (problem) {
      setSaid({ problem });
    }
  };
  return (
    <div>
      <button type="button" onClick={read}>
        Read <span class="visually-hidden">{objectName}</span> now
      </button>
      {said.operationId && (
        <div role="status">
          <a href={link('operations', [said.operationId])}>Started</a> <Badge>queued</Badge>
        </div>
      )}
      <ProblemBox problem={said.problem} />
    </div>
  );
}
