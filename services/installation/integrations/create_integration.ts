import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { DestinationStore, Resolution } from '../destinations/destination.ts';
import { type Fault, isPlainObject, pathText } from '../fault.ts';
import type { ManifestEntries } from '../manifests/manifest_entries.ts';
import type { QuotaStore } from '../quota.ts';
import type { DeployEntry } from './deploy_entry.ts';
import type { IntegrationStore } from './integration.ts';

type Stores = WithOutbox<{ integrations: IntegrationStore; quotas: QuotaStore; destinations: DestinationStore }>;
type Deps = Given<Stores>;

type Request = {
  projectId: string;
  name: string;
  provider: string;
  specVersion: string;
  contentJson: string;
  resolution?: Resolution;
};
type Uses = { manifestEntries: ManifestEntries; deployEntry: DeployEntry };

/**
 * Creates one integration from its content in JSON, validated by the rules of a manifest. Throws unprocessable,
 * alreadyExists and conflict.
 */
export function makeCreateIntegration({ stores }: Deps, { manifestEntries, deployEntry }: Uses) {
  return async function createIntegration(call: Call, request: Request): Promise<void> {
    const { projectId, name, provider, specVersion, resolution = null } = request;
    const sent: unknown = JSON.parse(request.contentJson);
    checkAgrees(sent, { name, provider });
    const content = { ...withoutBlanks(sent), name, provider };
    const manifest = { specVersion, integrations: [content] };
    const describe = (fault: Fault) => ({ issue: issueOf(fault), line: 0, column: 0 });
    const [entry] = await manifestEntries(projectId, manifest, describe, resolution);
    if (!entry) throw new Error('A manifest of one integration has one entry.');
    await stores.transaction(async (s) => {
      const [taken] = await s.integrations.lockByNames(projectId, [name]);
      if (taken)
        throw new Problem('alreadyExists', `The project has an integration named ${name} already.`, {
          context: { integrationId: taken.id },
        });
      await s.quotas.reserve('integrations', { projectId });
      const deploy = { projectId, destructive: false, resolution, createdBy: call.principal };
      await deployEntry(s, deploy, entry, undefined);
    });
  };
}

/** The content may repeat name and provider, as listings do, but with the same values. */
function checkAgrees(content: unknown, outer: Record<string, string>): void {
  const issues = Object.entries(outer).flatMap(([key, value]): Issue[] => {
    const inner = isPlainObject(content) && Object.hasOwn(content, key) ? content[key] : undefined;
    const detail = `differs from the ${key} of the integration`;
    return inner === undefined || inner === value
      ? []
      : [{ in: 'body', name: `latestRevision.content.${key}`, detail }];
  });
  if (issues.length > 0) throw new Problem('unprocessable', 'The content belongs to another integration.', { issues });
}

/**
 * Listings show an empty schedule for an object without one. Removing it allows a client to send back what it listed.
 */
function withoutBlanks(content: unknown): object {
  const text = JSON.stringify(content, (key, value: unknown) =>
    key === 'schedule' && value === '' ? undefined : value,
  );
  return JSON.parse(text) as object;
}

/** Converts a path in the enclosing manifest to a path in the request body. */
function issueOf({ path, message, rule, suggestion }: Fault): Issue {
  const [first, , key] = path;
  const within = first === 'integrations' ? path.slice(2) : path;
  const isOuter = within.length === 1 && (key === 'name' || key === 'provider');
  const inBody = isOuter ? within : ['latestRevision', ...(first === 'integrations' ? ['content'] : []), ...within];
  return {
    in: 'body',
    name: pathText(inBody).slice(2),
    detail: `${message} (${rule})${suggestion ? ` ${suggestion}` : ''}`,
  };
}
