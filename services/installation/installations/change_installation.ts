import type { AuditActor, WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { PlannedObject } from '../../../lib/read_plan/read_plan.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { checkChangedEntries } from '../configs/check_content.ts';
import { type ConfigContent, configDestinationNames } from '../configs/config_content.ts';
import { objectPlans } from '../configs/object_plan.ts';
import {
  plansFor,
  plansToSample,
  type RequestedFields,
  requestedFields,
  type SampleReads,
} from '../configs/plans_for.ts';
import type { ConnectionStore, FullConnection } from '../connections/connection.ts';
import { type DestinationStore, idsAfterChange, type Resolution } from '../destinations/destination.ts';
import { checkResolution } from '../destinations/destination_names.ts';
import type { Warning } from '../fault.ts';
import type { HealthReportStore } from '../health_reports/health_report.ts';
import type { Integration, IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { Connectors } from '../providers/provider.ts';
import type { FullInstallation, Installation, InstallationStore } from './installation.ts';
import { installationEvent } from './installation_event.ts';
import { chooseConnection } from './installations.ts';

type Stores = WithOutbox<{
  integrations: IntegrationStore;
  connections: ConnectionStore;
  installations: InstallationStore;
  healthReports: HealthReportStore;
  destinations: DestinationStore;
}>;
type Deps = UseCaseContext<Stores> & { connectors: Pick<Connectors, 'find'>; audit: WriteAuditEntry<'installation'> };

type InstallationChange = {
  projectId: string;
  integrationId: string;
  installationId: string;
  skipSampling: boolean;
  /** Computes the new content from the current content. Pure: it may run more than once. */
  next(before: ConfigContent, revision: ManifestIntegration): ConfigContent;
  createdBy?: string;
  connectionId?: string;
  /** The fields that the request names, for the audit log. */
  fields: readonly string[];
  /** Maps the destination names in the request to ids. */
  resolution: Resolution;
};
export type ChangeInstallation = ReturnType<typeof makeChangeInstallation>;

/** The result of a change before it is saved. */
type Draft = {
  owner: FullInstallation;
  integration: Integration;
  connection: FullConnection;
  content: ConfigContent;
  plans: PlannedObject[];
  /**
   * Fields that the previous config already requests, so that no sample has to check them; empty when the connection
   * changes.
   */
  asked: RequestedFields;
};

const MAX_ROUNDS = 5;

/**
 * Changes the config of an installation. The change is computed twice: first outside of a transaction, where a sample
 * can be read from the provider; then under the row lock, from the current state. So concurrent changes build on each
 * other, and none is lost. If a concurrent change makes another sample necessary, the transaction writes nothing, the
 * sample is read, and the change is tried again. Throws notFound, invalidArgument (no such connection), unprocessable
 * (invalid config, or refused sample) and conflict.
 *
 * The config is pinned to the latest revision, so the integration is locked until the commit, as in createInstallation.
 */
export function makeChangeInstallation(deps: Deps, { sampleReads }: { sampleReads: SampleReads }) {
  const { stores, connectors, clock, newId, audit } = deps;

  return async function changeInstallation(call: Call, change: InstallationChange): Promise<FullInstallation> {
    let sampled: RequestedFields = new Map();
    const warnings: Warning[] = [];
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      if (!change.skipSampling) {
        const draft = await drafted(stores, change);
        const wanted = plansWithoutSample(draft, sampled);
        warnings.push(...(await sampleReads(call, draft.connection.connection, wanted)));
        sampled = requestedFields(wanted, sampled);
      }
      const changed = await stores.transaction((s) => save(s, call, change, sampled));
      if (changed) return warnings.length > 0 ? { ...changed, warnings } : changed;
    }
    throw new Problem('conflict', 'Other requests keep changing the installation. Try again.', { retryable: true });
  };

  /** Returns null, without a write, when a sample must be read first. */
  async function save(
    s: Stores,
    by: AuditActor,
    change: InstallationChange,
    sampled: RequestedFields,
  ): Promise<FullInstallation | null> {
    const { projectId, installationId } = change;
    await s.integrations.lockShared(projectId, change.integrationId);
    if (change.connectionId) await s.connections.lock(projectId, change.connectionId);
    if (!(await s.installations.lock(projectId, installationId))) throw noSuchInstallation();
    const draft = await drafted(s, change);
    if (!change.skipSampling && plansWithoutSample(draft, sampled).length > 0) return null;
    const { owner, integration, connection } = draft;
    await checkResolution(s, projectId, configDestinationNames(draft.content), change.resolution);
    const installation = changed(draft, change);
    await s.installations.saveConfig(installation);
    const read = draft.plans.map(({ objectName }) => objectName);
    await s.healthReports.endOthers(projectId, installationId, read, installation.config.createTime);
    const after: FullInstallation = {
      ...owner,
      installation,
      connection,
      latestRevisionId: integration.latestRevision.id,
    };
    const when = { eventId: newId(), time: installation.config.createTime };
    await s.outbox.add(
      installationEvent('installation.updated', after, integration.name, when, owner.installation.config),
    );
    const about = {
      projectId,
      targetId: installationId,
      targetName: owner.installation.groupRef,
      fields: change.fields,
    };
    await audit(s.outbox, by, { action: 'installation.updated', ...about });
    return after;
  }

  async function drafted(s: Stores, change: InstallationChange): Promise<Draft> {
    const { projectId, integrationId, installationId, connectionId } = change;
    const integration = await integrationOf(s, projectId, integrationId);
    const owner = await s.installations.find(projectId, installationId);
    if (!owner || owner.installation.integrationId !== integrationId) throw noSuchInstallation();
    const { config, groupRef } = owner.installation;
    const revision = JSON.parse(integration.latestRevision.contentJson) as ManifestIntegration;
    const before = parseJson(config.contentJson) as ConfigContent;
    const against = {
      before,
      revision,
      resolution: change.resolution,
      provider: connectors.find(integration.provider),
    };
    const content = checkChangedEntries(change.next(before, revision), against);
    const connection = connectionId
      ? await chooseConnection(s, { projectId, groupRef, connectionId, provider: integration.provider })
      : owner.connection;
    const isSameAccount = connection.connection.id === owner.installation.connectionId;
    const asked = isSameAccount ? requestedFields(await plansFor(s, owner.installation, integration)) : new Map();
    return { owner, integration, connection, content, plans: objectPlans(content, revision, revision), asked };
  }

  /** Each change creates a new config with a later time than the previous one, even within one millisecond. */
  function changed(
    { owner, integration, connection, content }: Draft,
    { createdBy, resolution }: InstallationChange,
  ): Installation {
    const { installation } = owner;
    const names = configDestinationNames(content);
    const time = Math.max(clock.now(), (installation.updateTime ?? installation.createTime) + 1);
    return {
      ...installation,
      connectionId: connection.connection.id,
      updateTime: time,
      config: {
        id: newId(),
        revisionId: integration.latestRevision.id,
        createTime: time,
        createdBy: createdBy ?? installation.config.createdBy,
        contentJson: stringifyJson(content),
        destinationIds: idsAfterChange(names, installation.config.destinationIds, resolution),
      },
    };
  }
}

function plansWithoutSample({ plans, asked }: Draft, sampled: RequestedFields): PlannedObject[] {
  const known = new Map(asked);
  for (const [object, fields] of sampled) known.set(object, new Set([...fields, ...(known.get(object) ?? [])]));
  return plansToSample(plans, known);
}

function noSuchInstallation(): Problem {
  return notFound('installation');
}
