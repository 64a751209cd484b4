import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { ProxyPlan } from '../../../lib/proxy_plan/proxy_plan.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { makeByConfig } from '../installations/by_config.ts';
import type { InstallationStore } from '../installations/installation.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { Connectors } from '../providers/provider.ts';

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
  const proxyOf = makeByConfig(stores, (content, _pinned, { provider, module, proxy }) => ({
    isOn: { manifest: proxy?.enabled === true, config: content.proxy?.enabled === true },
    module: proxy?.useModule ? (module ?? connectors.find(provider)?.defaultModule ?? '') : '',
  }));

  return async function findProxyPlan(_call: Call, { projectId, ...of }: Request): Promise<ProxyPlan> {
    const found = await proxyOf(projectId, of);
    if (!found) {
      if (of.installationId !== '') throw notFound('installation');
      await integrationOf(stores, projectId, of.integrationId);
      throw noInstallation();
    }
    const { isOn, module } = found.derived;
    const { revisionId: _pinned, latestRevisionId: _latest, workspace: _workspace, ...owner } = found.summary;
    if (!isOn.manifest || !isOn.config) throw switchedOff(isOn, owner.integrationName);
    return { ...owner, module };
  };
}

/** A proxied call names its group in a header: path and body belong to the provider. */
function noInstallation(): Problem {
  const detail = 'The group has no installation of this integration.';
  return new Problem('invalidArgument', detail, { issues: [{ in: 'header', name: 'x-amp-group-ref', detail }] });
}

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
