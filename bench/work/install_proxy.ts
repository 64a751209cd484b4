import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { Ready } from '../../embedded/ready.ts';
import { createApi } from '../../scripts/scenario/api.ts';

/** What customers of a bench of the proxy use: addresses on the platform, and the headers or bodies they take. */
export type Proxied = {
  /** Resolves when no triggered read is in progress. */
  isIdle(): Promise<void>;
  /** A plain GET of the gateway. */
  installationUrl: string;
  /** Triggers a read of the contacts, with `readBody`. */
  readUrl: string;
  readBody: string;
  /** Writes a contact, with `writeBody`. */
  writeUrl: string;
  writeBody: string;
  /** Name the installation to the proxy. */
  headers: Record<string, string>;
};

/** Installs reading, writing and the proxy for a customer of that name, at a provider of that address. */
export async function installProxy(ready: Ready, who: string, providerUrl: string): Promise<Proxied> {
  const project = `/projects/${ready.project.name}`;
  const api = createApi(`${ready.baseUrl}${project}`, ready.apiKey);
  await api.post('/destinations', { name: who, type: 'webhook', metadata: { url: `${providerUrl}/${who}` } });
  const write = { objects: [{ objectName: 'contacts' }] };
  const read = { objects: [{ objectName: 'contacts', destination: who, requiredFields: [{ fieldName: 'id' }] }] };
  const named = { name: who, displayName: who, provider: 'sandbox' };
  const integrations = [{ ...named, read, write, proxy: { enabled: true } }];
  const sourceYaml = stringify({ specVersion: '1.0.0', integrations });
  const [integration] = await api.put<{ id: string }[]>('/integrations:batch', { sourceYaml });
  await api.post('/connections:generate', {
    provider: 'sandbox',
    groupRef: who,
    consumerRef: who,
    apiKey: 'sandbox-key',
    providerMetadata: { baseUrl: providerUrl },
  });
  const contacts = { objectName: 'contacts' };
  const objects = { contacts: { ...contacts, selectedFields: { id: true } } };
  const content = {
    provider: 'sandbox',
    read: { objects },
    write: { objects: { contacts } },
    proxy: { enabled: true },
  };
  const at = `/integrations/${integration?.id}`;
  const { id } = await api.post<{ id: string }>(`${at}/installations?skipSampling=true`, {
    groupRef: who,
    config: { content },
  });
  const operations = `${at}/installations/${id}/operations`;
  return {
    async isIdle() {
      for (;;) {
        const { results } = await api.get<{ results: { status: string }[] }>(operations);
        if (results.every(({ status }) => status !== 'in_progress')) return;
        await sleep(20);
      }
    },
    installationUrl: `${ready.baseUrl}${project}${at}/installations/${id}`,
    readUrl: `${ready.readUrl}${project}${at}/objects/contacts`,
    readBody: JSON.stringify({ groupRef: who, mode: 'async' }),
    writeUrl: `${ready.writeUrl}${project}${at}/objects/contacts`,
    writeBody: JSON.stringify({ groupRef: who, type: 'create', mode: 'synchronous', record: { name: '{name}' } }),
    headers: {
      'x-amp-proxy-version': '1',
      'x-amp-project-id': ready.project.id,
      'x-amp-installation-id': id,
      'x-api-key': ready.apiKey,
    },
  };
}
