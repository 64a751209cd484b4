import type { Ready } from '../../embedded/ready.ts';
import { createApi } from '../../scripts/scenario/api.ts';
import { manifestOf } from '../../scripts/scenario/manifest.ts';

export type Installed = {
  trigger(object: string): Promise<unknown>;
  isIdle(): Promise<boolean>;
  /** How the newest operation ended; empty while it runs. */
  end(): Promise<string>;
};
type Installing = {
  who: string;
  path: string;
  objects: string[];
  fields?: string[];
  provider: { url: string };
  receiver: { url: string };
};

/** Installs objects of the slow provider for a customer of that name. `path`: below which the provider answers it. */
export async function install(
  ready: Ready,
  { who, path, objects, fields = ['id', 'name', 'email'], provider, receiver }: Installing,
): Promise<Installed> {
  const api = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
  await api.post('/destinations', { name: who, type: 'webhook', metadata: { url: receiver.url } });
  const sourceYaml = manifestOf({
    name: who,
    provider: 'slow',
    destination: who,
    objects: objects.map((name) => ({ name, fields })),
  });
  const [integration] = await api.put<{ id: string }[]>('/integrations:batch', { sourceYaml });
  await api.post('/connections:generate', {
    provider: 'slow',
    groupRef: who,
    consumerRef: who,
    apiKey: 'key',
    providerMetadata: { baseUrl: `${provider.url}${path}` },
  });
  const selectedFields = Object.fromEntries(fields.map((field) => [field, true]));
  const content = Object.fromEntries(objects.map((objectName) => [objectName, { objectName, selectedFields }]));
  const installation = await api.post<{ id: string }>(
    `/integrations/${integration?.id}/installations?skipSampling=true`,
    {
      groupRef: who,
      config: { content: { provider: 'slow', read: { objects: content } } },
    },
  );
  const reads = createApi(`${ready.readUrl}/projects/${ready.project.name}`, ready.apiKey);
  const operations = async () => {
    const ofInstallation = `/integrations/${integration?.id}/installations/${installation.id}/operations`;
    return (await api.get<{ results: { status: string; result?: string }[] }>(ofInstallation)).results;
  };
  return {
    trigger: (object) =>
      reads.post(`/integrations/${integration?.id}/objects/${object}`, { groupRef: who, mode: 'async' }),
    async end() {
      const [newest] = await operations();
      return newest && newest.status !== 'in_progress' ? `${newest.status} ${newest.result ?? ''}`.trim() : '';
    },
    async isIdle() {
      const results = await operations();
      const failed = results.filter(({ status }) => status === 'failure').length;
      if (failed > 0) throw new Error(`${failed} operations of ${who} failed.`);
      return results.every(({ status }) => status !== 'in_progress');
    },
  };
}
