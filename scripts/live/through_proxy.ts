import { stringify } from 'yaml';
import type { Ready } from '../../embedded/ready.ts';
import { createApi } from '../scenario/api.ts';
import type { LiveSource } from './live_source.ts';

type Line = { passed: boolean; text: string };
type Answer = { status: number; body: Record<string, unknown> };

const GROUP = 'caller';

/** Creates a record with the application's own API, reads it and deletes it, all through the proxy. */
export async function throughProxy(ready: Ready, source: LiveSource): Promise<Line[]> {
  const { collection, one, body, idIn } = source.proxied;
  const installationId = await install(ready, source);
  const ask = async (method: string, path: string, sent?: object): Promise<Answer> => {
    const response = await fetch(ready.proxyUrl + path, {
      method,
      headers: {
        'x-amp-proxy-version': '1',
        'x-amp-project-id': ready.project.id,
        'x-amp-installation-id': installationId,
        'x-api-key': ready.apiKey,
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {} };
  };
  const lines: Line[] = [];
  const say = (passed: boolean, text: string) => lines.push({ passed, text: `${source.provider} proxy: ${text}` });
  const created = await ask('POST', collection, body);
  const id = idIn(created.body);
  say(created.status === 201 && id !== '', `${created.status} for a new record, ${id}`);
  const read = await ask('GET', one(id));
  say(read.status === 200 && idIn(read.body) === id, `${read.status} for what it is now`);
  const deleted = await ask('DELETE', one(id));
  say(deleted.status === 200 || deleted.status === 204, `${deleted.status} for its deletion`);
  const gone = await ask('GET', one(id));
  say(gone.status === 404 || gone.status === 410, `${gone.status} afterwards`);
  return lines;
}

async function install(ready: Ready, { provider, credentials }: LiveSource): Promise<string> {
  const main = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
  const proxy = { enabled: true };
  const [integration] = await main.put<{ id: string }[]>('/integrations:batch', {
    sourceYaml: stringify({ specVersion: '1.0.0', integrations: [{ name: 'anything', provider, proxy }] }),
  });
  await main.post('/connections:generate', { provider, groupRef: GROUP, consumerRef: 'person-1', ...credentials });
  const config = { content: { provider, proxy } };
  const path = `/integrations/${integration?.id}/installations`;
  return (await main.post<{ id: string }>(path, { groupRef: GROUP, config })).id;
}
