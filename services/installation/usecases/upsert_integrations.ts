import { createHash } from 'node:crypto';
import { checkCron } from '../../../lib/cron/cron.ts';
import { eventOf } from '../../../lib/events/event.ts';
import { Problem, type Issue } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Integration, StoredRevision } from '../domain/integration.ts';
import { pathText, SPEC_VERSION, type Fault, type Manifest, type ManifestIntegration } from '../domain/manifest.ts';
import { checkManifest } from '../domain/manifest_rules.ts';
import { manifestShape } from '../domain/manifest_shape.ts';
import { known } from '../domain/shape.ts';
import type { Stores } from '../domain/stores.ts';
import type { Surroundings } from '../domain/surroundings.ts';
import type { Deps } from './deps.ts';
import { parseManifest, type ParsedManifest, type Position } from './parse_manifest.ts';

type Request = { projectId: string; sourceYaml: string; destructive?: boolean };
type Entry = { content: ManifestIntegration; contentJson: string; contentHash: string; warnings: string[] };
export type UpsertIntegrations = ReturnType<typeof makeUpsertIntegrations>;

const MOST_ISSUES = 100;

/**
 * Deploys a manifest: all of its integrations or, when anything is wrong with one, none. Matched by name; a revision
 * is immutable, and made only when the content changed, so deploying the same file twice changes nothing.
 */
export function makeUpsertIntegrations({ stores, connectors, clock, newId, log }: Deps) {
  async function surroundings(projectId: string): Promise<Surroundings> {
    const [destinations, apps] = await Promise.all([
      stores.destinations.listNames(projectId),
      stores.providerApps.list(projectId),
    ]);
    return {
      provider: (name) => connectors.find(name),
      checkCron: (text, minGapMinutes) => checkCron(text, { now: clock.now(), minGapMinutes }),
      destinations: new Set(destinations),
      providerApps: new Set(apps.map(({ provider }) => provider)),
    };
  }

  return async function upsertIntegrations(
    _call: Call,
    { projectId, sourceYaml, destructive = false }: Request,
  ): Promise<Integration[]> {
    const parsed = parseManifest(sourceYaml);
    if (parsed.syntaxFaults.length > 0) throw notDeployable(parsed.syntaxFaults.map(syntaxIssue));
    const faults = checkManifest(parsed.value, await surroundings(projectId));
    const errors = faults.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw notDeployable(errors.map((fault) => issueOf(fault, parsed)));
    const entries = entriesOf(parsed, faults);
    await stores.transaction(async (s) => {
      const before = destructive ? await s.integrations.listByNames(projectId, entries.map(nameOf)) : [];
      const known = await s.integrations.lockByNames(
        projectId,
        entries.map(({ content }) => content.name),
      );
      for (const entry of entries) {
        await deploy(
          s,
          projectId,
          entry,
          known.find(({ name }) => name === entry.content.name),
        );
      }
      for (const integration of before) await tellDropped(s, integration, entries);
    });
    log.info('integrations deployed', { projectId, integrations: entries.length, warnings: faults.length });
    const names = entries.map(({ content }) => content.name);
    const deployed = await stores.integrations.listByNames(projectId, names);
    return deployed.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  };

  /** Reads pauses what the new revision no longer asks for; without `destructive` it goes on being read. */
  async function tellDropped(s: Stores, { id, projectId, name, latestRevision }: Integration, entries: Entry[]) {
    const now = entries.find((entry) => nameOf(entry) === name)?.content;
    const kept = new Set(now ? readObjects(now) : []);
    const former = JSON.parse(latestRevision.contentJson) as ManifestIntegration;
    const objectNames = readObjects(former).filter((objectName) => !kept.has(objectName));
    if (objectNames.length === 0) return;
    const payload = { integrationId: id, objectNames };
    await s.events.add(eventOf('integration.objects.dropped', { id: newId(), projectId, time: clock.now(), payload }));
  }

  async function deploy(
    s: Stores,
    projectId: string,
    entry: Entry,
    before: { id: string; contentHash: string } | undefined,
  ): Promise<void> {
    if (before?.contentHash === entry.contentHash) return;
    const {
      content: { name, provider },
      contentJson,
      contentHash,
      warnings,
    } = entry;
    const now = clock.now();
    const integrationId = before?.id ?? newId();
    const revision: StoredRevision = {
      id: newId(),
      projectId,
      integrationId,
      specVersion: SPEC_VERSION,
      contentJson,
      contentHash,
      warnings,
      createTime: now,
    };
    await s.integrations.insertRevision(revision);
    if (before)
      await s.integrations.setRevision(projectId, integrationId, {
        revisionId: revision.id,
        provider,
        updateTime: now,
      });
    else
      await s.integrations.insert({
        id: integrationId,
        projectId,
        name,
        provider,
        createTime: now,
        updateTime: null,
        latestRevision: revision,
      });
  }
}

function nameOf({ content }: Entry): string {
  return content.name;
}

function readObjects({ read }: ManifestIntegration): string[] {
  return (read?.objects ?? []).map(({ objectName }) => objectName);
}

function entriesOf(parsed: ParsedManifest, faults: Fault[]): Entry[] {
  const manifest = known(parsed.value, manifestShape) as Manifest;
  return manifest.integrations.map((content, i) => {
    const contentJson = JSON.stringify(content);
    const own = faults.filter(({ path }) => path[1] === i);
    return {
      content,
      contentJson,
      contentHash: hashOf(contentJson),
      warnings: own.map((fault) => `${pathText(fault.path)}: ${detailOf(fault, parsed.positionOf(fault.path))}`),
    };
  });
}

/** Keys come in the order of the shape, not of the file, so a reordered file is the same content. */
function hashOf(contentJson: string): string {
  return createHash('sha256').update(contentJson).digest('hex');
}

function issueOf(fault: Fault, { positionOf }: ParsedManifest): Issue {
  return issue(pathText(fault.path), detailOf(fault, positionOf(fault.path)));
}

function syntaxIssue({ position, message }: ParsedManifest['syntaxFaults'][number]): Issue {
  return issue('$', detailOf({ message, rule: 'yaml-syntax' }, position));
}

function issue(name: string, detail: string): Issue {
  return { in: 'body', name, detail };
}

function detailOf(
  { message, rule, suggestion }: Pick<Fault, 'message' | 'rule' | 'suggestion'>,
  { line, column }: Position,
): string {
  return `line ${line}, column ${column}: ${message} (${rule})${suggestion ? ` ${suggestion}` : ''}`;
}

function notDeployable(issues: Issue[]): Problem {
  const count = issues.length === 1 ? 'a fault' : `${issues.length} faults`;
  return new Problem('unprocessable', `The manifest has ${count}; nothing was changed.`, {
    issues: issues.slice(0, MOST_ISSUES),
    causes: issues.slice(0, MOST_ISSUES).map(({ name, detail }) => `${name}: ${detail}`),
    remedy: 'Mend the lines named in issues and deploy again.',
  });
}
