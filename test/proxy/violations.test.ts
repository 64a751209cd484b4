import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, loadDocument } from '../../gateway/contract/document.ts';
import { startOwnPlatform, type TestPlatform } from '../support/platform.ts';
import { startValidationProxy, type ValidationProxy } from '../support/validation_proxy/validation_proxy.ts';

type Schema = { type?: string; maxLength?: number; properties: Record<string, Schema> };

/**
 * Tests that the proxy of the end-to-end suites reports violations: each case changes one thing in a copy of the
 * document, so that it no longer matches the gateway.
 */
describe('the validation proxy', () => {
  let platform: TestPlatform;
  let proxy: ValidationProxy | undefined;

  beforeAll(async () => {
    platform = await startOwnPlatform();
  });
  afterEach(async () => {
    await proxy?.stop();
    proxy = undefined;
  });
  afterAll(() => platform.stop());

  /** A builder who uses the platform through a proxy with the changed document. */
  async function through(change: (document: Document) => void) {
    const document = structuredClone(loadDocument());
    change(document);
    proxy = await startValidationProxy(platform.origin, { document });
    return { proxy, call: caller(proxy.origin) };
  }

  /** Without the suites' own validation of every answer: an answer that the proxy replaces is in no document. */
  function caller(origin: string) {
    return (method: string, path: string, body?: unknown) =>
      fetch(origin + path, {
        method,
        headers: {
          'x-api-key': platform.ready.apiKey,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
  }

  function schema(document: Document, name: string): Schema {
    return document.components.schemas[name] as unknown as Schema;
  }

  it('reports nothing if all answers are as declared, including refusals and unknown addresses', async () => {
    const { proxy: honest, call } = await through(() => {});
    const statuses = [
      (await call('POST', '/v1/projects/demo/topics', { name: 'asDeclared' })).status,
      (await call('POST', '/v1/projects/demo/topics', { name: 7 })).status,
      (await call('GET', '/v1/projects/demo/topics')).status,
      (await call('GET', '/v1/projects/nobody/topics')).status,
      (await call('GET', '/v1/nothing/here')).status,
      (await call('POST', '/read/v1/projects/demo/integrations/x/installations/y:pause')).status,
    ];
    expect(statuses).toEqual([201, 400, 200, 404, 404, 404]);
    expect(honest.violations).toEqual([]);
    expect(honest.exchanges()).toBe(5);
  });

  it('reports an answer of another type than declared', async () => {
    const { proxy: lied, call } = await through((document) => {
      schema(document, 'Project').properties['appName'] = { type: 'integer', properties: {} };
    });
    expect((await call('GET', '/v1/projects/demo')).status).toBe(500);
    expect(lied.violations).toEqual([expect.stringMatching(/GET \/v1\/projects\/demo .*response.body.appName/)]);
  });

  it('reports a problem of another shape than declared', async () => {
    const { proxy: lied, call } = await through((document) => {
      schema(document, 'Problem').properties['status'] = { type: 'string', properties: {} };
    });
    await call('GET', '/v1/projects/nobody');
    expect(lied.violations).toEqual([expect.stringContaining('response.body.status')]);
  });

  it('reports a status that is not declared', async () => {
    const { proxy: lied, call } = await through(({ paths }) => {
      const { responses } = paths['/projects/{projectIdOrName}/topics']!['post']!;
      responses['299'] = responses['201']!;
      delete responses['201'];
      delete responses['default'];
    });
    await call('POST', '/v1/projects/demo/topics', { name: 'status' });
    expect(lied.violations).toEqual([expect.stringMatching(/201: response/)]);
  });

  it('reports a request that the document forbids and the server accepted', async () => {
    const { proxy: lied, call } = await through(({ paths }) => {
      const { requestBody } = paths['/projects/{projectIdOrName}/topics']!['post']!;
      requestBody!.content['application/json']!.schema = { type: 'object', required: ['colour'] };
    });
    await call('POST', '/v1/projects/demo/topics', { name: 'request' });
    expect(lied.violations).toEqual([expect.stringMatching(/201: request.body/)]);
  });
});
