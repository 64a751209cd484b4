import type { Schema } from '../../../api/contract.ts';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useConsole, useLinks, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { DeployManifest } from './deploy_manifest.tsx';
import { IntegrationDetail } from './integration_detail.tsx';

/** The view at /integrations, /integrations/deploy, and /integrations/<id>. */
export function Integrations() {
  const [name] = useConsole().place.rest;
  if (name === 'deploy') return <DeployManifest />;
  return name ? <IntegrationDetail key={name} integration={name} /> : <IntegrationList />;
}

function IntegrationList() {
  const link = useLinks();
  const { data, problem } = useProjectPoll('listIntegrations', {});
  return (
    <Page
      title="Integrations"
      lead="What you want from each provider, declared in a manifest."
      problem={problem}
      asked={{ id: 'listIntegrations' }}
      actions={
        <a class="button primary" href={link('integrations', ['deploy'])}>
          Deploy a manifest
        </a>
      }
    >
      <Table<Schema<'Integration'>>
        name="Integrations"
        rows={data}
        keyOf={({ id }) => id}
        empty="There is none yet. Deploy a manifest here, or with causeway deploy."
        columns={[
          { title: 'Name', cell: ({ id, name }) => <a href={link('integrations', [id])}>{name}</a> },
          { title: 'Provider', cell: ({ provider }) => provider },
          { title: 'Objects', cell: ({ latestRevision: { content } }) => objectNames(content) },
          { title: 'Warnings', isNumber: true, cell: ({ latestRevision }) => latestRevision.warnings.length },
          { title: 'Deployed', cell: ({ latestRevision }) => <Time at={latestRevision.createTime} /> },
        ]}
      />
    </Page>
  );
}

function objectNames({ read }: Schema<'RevisionContent'>): string {
  return (read?.objects ?? []).map(({ objectName }) => objectName).join(', ');
}
