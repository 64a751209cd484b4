import type { DryRunIntegrationsResponse__Output as PlanMessage } from '../../../protos/gen/causeway/installation/v1/DryRunIntegrationsResponse.ts';
import type { Integration__Output as IntegrationMessage } from '../../../protos/gen/causeway/installation/v1/Integration.ts';
import type { PlannedIntegration__Output as PlannedMessage } from '../../../protos/gen/causeway/installation/v1/PlannedIntegration.ts';
import type { Revision__Output as RevisionMessage } from '../../../protos/gen/causeway/installation/v1/Revision.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Json } from '../../rest/json.ts';
import { freeObject } from '../free_json.ts';
import { times } from '../times.ts';
import { warningJson } from './warning_json.ts';

/** Integrations, their revisions and plans of deploys, as the public API shows them. */
export function integrationJson({
  id,
  projectId,
  name,
  provider,
  latestRevision,
  ...when
}: IntegrationMessage): Json<'Integration'> {
  return { id, projectId, name, provider, ...times(when), latestRevision: revisionJson(latestRevision) };
}

export function historicRevisionJson(revision: RevisionMessage): Json<'HistoricRevision'> {
  return { ...revisionJson(revision), ...(revision.createdBy && { createdBy: revision.createdBy }) };
}

export function deployPlanJson({ problems, integrations }: PlanMessage): Json<'DeployPlan'> {
  return {
    isDeployable: problems.length === 0,
    problems: problems.map(warningJson),
    integrations: integrations.map(plannedJson),
  };
}

function plannedJson(planned: PlannedMessage): Json<'PlannedIntegration'> {
  const { name, provider, before, droppedObjects } = planned;
  return {
    name,
    provider,
    change: planned.change as Json<'PlannedIntegration'>['change'],
    ...(before && { old: revisionJson(before.latestRevision) }),
    new: contentJson(planned.contentJson),
    warnings: planned.warnings.map(warningJson),
    droppedObjects,
  };
}

function revisionJson(revision: RevisionMessage | null): Json<'Revision'> {
  return {
    id: revision?.id ?? '',
    specVersion: revision?.specVersion ?? '',
    createTime: toIso(revision?.createTime ?? 0),
    content: contentJson(revision?.contentJson ?? ''),
    warnings: (revision?.warnings ?? []).map(warningJson),
  };
}

type Content = Json<'Revision'>['content'];

/** Clients expect every read object to have a schedule; objects that are read only when triggered get ''. */
function contentJson(text: string): Content {
  const { read, ...content } = freeObject<Content>(text);
  if (!read?.objects) return content;
  return {
    ...content,
    read: { ...read, objects: read.objects.map((object) => ({ ...object, schedule: object.schedule ?? '' })) },
  };
}
