import { parseJson } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ConfigContent } from '../configs/config_content.ts';
import type { FullInstallation, InstallationStore } from '../installations/installation.ts';
import type { Integration, IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { Connectors } from '../providers/provider.ts';

/** What a proxied call needs, with its installation and integration. `module` is empty unless the manifest uses it. */
export type OwnedProxy = { owner: FullInstallation; integrationName: string; module: string };

type Deps = {
  stores: { installations: InstallationStore; integrations: IntegrationStore };
  connectors: Pick<Connectors, 'find'>;
};
/** `installationId` wins; without it integration and group name the installation. Empty texts are absent. */
type Request = { projectId: string; installationId: string; integrationId: string; groupRef: string };

/**
 * The plan of a proxied call. The latest revision decides whether and where it goes: a builder who deploys a manifest
 * without the proxy ends it at once, whatever revision a config was made for. Throws notFound for the installation or
 * the integration, invalidArgument for a group without installation, and unprocessable while manifest or config have the
 * proxy off. Bad credentials are not looked at: the call to the provider finds them.
 */
export function makeFindProxyPlan({ stores, connectors }: Deps) {
  return async function findProxyPlan(_call: Call, request: Request): Promise<OwnedProxy> {
    const { owner, integration } = await named(request);
    const { provider, module, proxy } = JSON.parse(integration.latestRevision.contentJson) as ManifestIntegration;
    const content = parseJson(owner.installation.config.contentJson) as ConfigContent;
    const isOn = { manifest: proxy?.enabled === true, config: content.proxy?.enabled === true };
    if (!isOn.manifest || !isOn.config) throw switchedOff(isOn, integration.name);
    const used = proxy?.useModule ? (module ?? connectors.find(provider)?.defaultModule) : undefined;
    return { owner, integrationName: integration.name, module: used ?? '' };
  };

  async function named({ projectId, installationId, integrationId, groupRef }: Request): Promise<Named> {
    if (installationId === '') {
      const integration = await integrationOf(stores, projectId, integrationId);
      const [owner] = groupRef === '' ? [] : await stores.installations.list(projectId, { integrationId, groupRef });
      if (!owner) throw noInstallation();
      return { integration, owner };
    }
    const owner = await stores.installations.find(projectId, installationId);
    if (!owner) throw notFound('installation');
    return { owner, integration: await integrationOf(stores, projectId, owner.installation.integrationId) };
  }
}

/** A proxied call names its group in a header: path and body belong to the provider. */
function noInstallation(): Problem {
  const detail = 'The group has no installation of this integration.';
  return new Problem('invalidArgument', detail, { issues: [{ in: 'header', name: 'x-amp-group-ref', detail }] });
}

type Named = { owner: FullInstallation; integration: Integration };

function switchedOff(isOn: { manifest: boolean; config: boolean }, integrationName: string): Problem {
  const inManifest = `set proxy.enabled of the integration ${integrationName} to true in the manifest, and deploy it`;
  const inConfig = 'set config.content.proxy.enabled of the installation to true';
  const [places, steps] = isOn.manifest
    ? ['the config of the installation', [inConfig]]
    : isOn.config
      ? ['the manifest', [inManifest]]
      : ['the manifest and in the config of the installation', [inManifest, inConfig]];
  const remedy = steps.join('; then ');
  return new Problem('unprocessable', `The proxy is switched off in ${places}. Nothing was sent to the provider.`, {
    remedy: `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`,
  });
}
