import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CodeBlock, Id } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useConsole, useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { IntegrationLink } from '../../place/named_links.tsx';
import { Page } from '../../place/page.tsx';
import { navigate } from '../../place/place.ts';
import { OperationTable } from '../operations/operation_table.tsx';
import { FindRecord } from './find_record.tsx';
import { HealthBadge, HealthReasons } from './health_reasons.tsx';
import { ReadObjects } from './read_objects.tsx';

type Props = { integrationId: string; installationId: string };
type Question = 'pause' | 'resume' | 'delete';

/** One installation: its health, objects, last operations, config and actions. */
export function InstallationDetail({ integrationId, installationId }: Props) {
  const path = { integrationIdOrName: integrationId, installationId };
  const { data, problem, refresh } = useProjectPoll('getInstallation', { path });
  const schedules = useProjectPoll('listSchedules', { path });
  const isPaused = schedules.data?.some(({ state }) => state === 'paused') ?? false;
  const isRunning = schedules.data?.some(({ state }) => state === 'armed') ?? false;
  const operations = useProjectPoll('listOperations', { path, query: { pageSize: 10 } });
  const [question, setQuestion] = useState<Question | null>(null);
  const { role } = useConsole();
  const refreshAll = () => {
    refresh();
    schedules.refresh();
  };
  const group = data?.group ?? data?.connection.group;
  return (
    <Page
      title={group ? `${group.groupName}: ${data?.connection.provider}` : 'Installation'}
      problem={problem ?? schedules.problem ?? operations.problem}
      asked={{ id: 'getInstallation', path }}
      actions={
        role !== '' &&
        data && (
          <>
            {isRunning && (
              <button type="button" onClick={() => setQuestion('pause')}>
                Pause
              </button>
            )}
            {isPaused && (
              <button type="button" onClick={() => setQuestion('resume')}>
                Resume
              </button>
            )}
            <button type="button" class="danger" onClick={() => setQuestion('delete')}>
              Delete
            </button>
          </>
        )
      }
    >
      {data && (
        <>
          <InstallationFacts installation={data} />
          <h2>Objects</h2>
          <ReadObjects installation={data} schedules={schedules.data} />
          <FindRecord installation={data} />
          <h2>Last operations</h2>
          <OperationTable
            name="Last operations"
            rows={operations.data?.results}
            empty="Nothing has been read or written yet."
          />
          <h2>Config</h2>
          <CodeBlock label="Config" text={JSON.stringify(data.config.content, null, 2)} />
          {question && (
            <Question kind={question} installation={data} onDone={refreshAll} onClose={() => setQuestion(null)} />
          )}
        </>
      )}
    </Page>
  );
}

function InstallationFacts({ installation }: { installation: Schema<'Installation'> }) {
  const link = useLinks();
  const { id, healthReasons, connection, warnings, createdBy, createTime, updateTime } = installation;
  return (
    <div class="card">
      <Facts
        facts={{
          Health: <HealthBadge installation={installation} />,
          ...(healthReasons.length > 0 && { Why: <HealthReasons installation={installation} /> }),
          Connection: (
            <>
              <a href={link('connections', [connection.id])}>{connection.provider}</a>{' '}
              <Badge>{connection.status}</Badge>
            </>
          ),
          Consumer: connection.consumer.consumerName,
          Integration: <IntegrationLink id={installation.integrationId} />,
          ...(warnings.length > 0 && { Warnings: warnings.map(({ message }) => <div key={message}>{message}</div>) }),
          Created: (
            <>
              <Time at={createTime} /> by {createdBy}
            </>
          ),
          Changed: <Time at={updateTime} />,
          Id: <Id id={id} />,
        }}
      />
    </div>
  );
}

const QUESTIONS: Readonly<Record<Question, { title: string; action: string; text: string }>> = {
  pause: {
    title: 'Pause reading?',
    action: 'Pause',
    text: 'Scheduled reads stop after the running page. Nothing is lost: the next read continues where this one stopped.',
  },
  resume: { title: 'Resume reading?', action: 'Resume', text: 'Scheduled reads go on, from where they stopped.' },
  delete: {
    title: 'Delete this installation?',
    action: 'Delete',
    text: 'Reading ends, and its schedule and progress are deleted. The connection stays. This cannot be undone.',
  },
};

type QuestionProps = { kind: Question; installation: Schema<'Installation'>; onDone(): void; onClose(): void };

function Question({ kind, installation, onDone, onClose }: QuestionProps) {
  const act = useProjectCall();
  const link = useLinks();
  const { title, action, text } = QUESTIONS[kind];
  const path = { integrationIdOrName: installation.integrationId, installationId: installation.id };
  const confirm = async () => {
    if (kind === 'pause') await act('pauseReads', { path, body: {} });
    if (kind === 'resume') await act('unpauseReads', { path, body: {} });
    if (kind === 'delete') {
      await act('deleteInstallation', { path });
      return navigate(link('installations'));
    }
    onDone();
  };
  return (
    <Confirm title={title} action={action} isDanger={kind === 'delete'} onClose={onClose} onConfirm={confirm}>
      <p>{text}</p>
    </Confirm>
  );
}
