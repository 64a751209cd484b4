import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { createApi } from '../../scripts/scenario/api.ts';
import { manifestOf } from '../../scripts/scenario/manifest.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver } from '../support/webhook_receiver.ts';

describe('numbers from provider to webhook', () => {
  let platform: TestPlatform;
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ port: 0, records: 3 }),
      startReceiver(),
      startTestPlatform(),
    ]);
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  it('arrive with all digits that the provider sent, in fields, mappedFields and raw', async () => {
    const api = createApi(`${platform.ready.baseUrl}/projects/${platform.ready.project.name}`, platform.ready.apiKey);
    await api.post('/destinations', { name: 'exact', type: 'webhook', metadata: { url: receiver.url } });
    const { secrets } = await api.get<{ secrets: { webhookSigningKey: string } }>(
      '/destinations/exact?includeSecrets=true',
    );
    receiver.verifyWith(secrets.webhookSigningKey);
    const objects = [{ name: 'contacts', fields: ['id', 'big_number'], mapped: { precise_number: 'precise' } }];
    const [integration] = await api.put<{ id: string }[]>('/integrations:batch', {
      sourceYaml: manifestOf({ name: 'exact', provider: 'sandbox', destination: 'exact', objects }),
    });
    await api.post('/connections:generate', {
      provider: 'sandbox',
      groupRef: 'g',
      consumerRef: 'c',
      apiKey: 'sandbox-key',
      providerMetadata: { baseUrl: sandbox.url },
    });
    await api.post(`/integrations/${integration?.id}/installations`, {
      groupRef: 'g',
      config: {
        content: {
          provider: 'sandbox',
          read: {
            objects: {
              contacts: {
                objectName: 'contacts',
                selectedFields: { id: true, big_number: true, precise_number: true },
              },
            },
          },
        },
      },
    });
    await receiver.waitFor(() => receiver.records('contacts').size === 3, 20_000);
    const body = receiver.messages[0]?.body ?? '';
    expect(body).toContain('"big_number":12345678901234567890');
    expect(body).toContain('"precise":0.1000000000000000055');
    expect(body.match(/12345678901234567890/g)?.length).toBe(6);
    expect(body.match(/0\.1000000000000000055/g)?.length).toBe(6);
  });
});
