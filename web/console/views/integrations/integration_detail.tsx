import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { CodeBlock, Id } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { navigate } from '../../place/place.ts';
import { Revisions } from './revisions.tsx';

/** One integration: the objects that it reads, its warnings, and a comparison of its revisions. */
export function IntegrationDetail({ integration }: { integration: string }) {
  const path = { integrationIdOrName: integration };
  const { data, problem } = useProjectPoll('getIntegration', { path });
  const [isDeleting, setDeleting] = useState(false);
  const act = useProjectCall();
  const link = useLinks();
  return (
    <Page
      title={data?.name ?? 'Integration'}
      problem={problem}
      asked={{ id: 'getIntegration', path }}
      actions={
        <>
          <a class="button" href={link('integrations', ['deploy'], { from: integration })}>
            Edit
          </a>
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      }
    >
      {data && (
        <>
          <Latest integration={data} />
          <Revisions integrationId={data.id} />
          <h2>Latest revision</h2>
          <CodeBlock label="Latest revision" text={JSON.stringify(data.latestRevision.content, null, 2)} />
        </>
      )}
      {isDeleting && data && (
        <Confirm
          title={`Delete ${data.name}?`}
          action="Delete"
          isDanger
          typed={data.name}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await act('deleteIntegration', { path });
            navigate(link('integrations'));
          }}
        >
          <p>
            All of its installations are deleted with it, and nothing is read for them any more. This cannot be undone.
          </p>
        </Confirm>
      )}
    </Page>
  );
}

function Latest({ integration }: { integration: Schema<'Integration'> }) {
  const { provider, createTime, latestRevision, id } = integration;
  const warnings = latestRevision.warnings.map(({ message, line, suggestion }) => (
    <div key={`${line} ${message}`}>
      {line !== undefined && `Line ${line}: `}
      {message} {suggestion}
    </div>
  ));
  return (
    <div class="card">
      <Facts
        facts={{
          Provider: provider,
          'Latest revision': <Time at={latestRevision.createTime} />,
          ...(warnings.length > 0 && { Warnings: warnings }),
          Created: <Time at={createTime} />,
          Id: <Id id={id} />,
        }}
      />
    </div>
  );
}
