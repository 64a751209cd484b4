import { stringify } from 'yaml';
import type { Ready } from '../../embedded/ready.ts';
import { createApi } from '../../scripts/scenario/api.ts';

/** Where a customer's contacts are written, and the body that creates one; `{name}` stands for its name. */
export type Writer = { url: string; body: string };

/** Installs the writing of the sandbox's contacts for a customer of that name, at a provider of that address. */
export async function installWriter(ready: Ready, who: string, providerUrl: string): Promise<Writer> {
  const project = `/projects/${ready.project.name}`;
  const api = createApi(`${ready.baseUrl}${project}`, ready.apiKey);
  const objects = [{ objectName: 'contacts' }];
  const integrations = [{ name: who, displayName: who, provider: 'sandbox', write: { objects } }];
  const sourceYaml = stringify({ specVersion: '1.0.0', integrations });
  const [integration] = await api.put<{ id: string }[]>('/integrations:batch', { sourceYaml });
  await api.post('/connections:generate', {
    provider: 'sandbox',
    groupRef: who,
    consumerRef: who,
    apiKey: 'sandbox-key',
    providerMetadata: { baseUrl: providerUrl },
  });
  await api.post(`/integrations/${integration?.id}/installations`, {
    groupRef: who,
    config: { content: { provider: 'sandbox', write: { objects: { contacts: objects[0] } } } },
  });
  const record = { name: '{name}', city: 'New York', phone: '+1 212 555 0100' };
  return {
    url: `${ready.writeUrl}${project}/integrations/${integration?.id}/objects/contacts`,
    body: JSON.stringify({ groupRef: who, type: 'create', mode: 'synchronous', record }),
  };
}
