import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ensureTools } from '../support/tools.ts';

type Finding = { ruleId: string; message: string; severity: string; ignored?: boolean };
type Linter = {
  loadConfig(options: { configPath: string }): Promise<object>;
  lintFromString(options: { source: string; absoluteRef: string; config: object }): Promise<Finding[]>;
};

/** Validates the public contract against the OpenAPI standard; the suites of test/e2e test its behavior. */
describe('gateway/openapi.yaml', () => {
  const text = readFileSync('gateway/openapi.yaml', 'utf8');
  let linter: Linter;
  beforeAll(async () => {
    const main = join(ensureTools(), 'node_modules/@redocly/openapi-core/lib/index.js');
    linter = (await import(pathToFileURL(main).href)) as Linter;
  });

  async function faultsOf(source: string): Promise<string[]> {
    const config = await linter.loadConfig({ configPath: 'redocly.yaml' });
    const found = await linter.lintFromString({ source, absoluteRef: 'openapi.yaml', config });
    return found.filter(({ ignored }) => !ignored).map(({ ruleId, message }) => `${ruleId}: ${message}`);
  }

  it('is a valid OpenAPI 3.1 document', async () => {
    expect(await faultsOf(text)).toEqual([]);
  });

  it('is invalid with a duplicate operationId', async () => {
    const twice = text.replace('operationId: getProvider', 'operationId: listProviders');
    expect(await faultsOf(twice)).toContainEqual(expect.stringMatching(/^operation-operationId-unique: /));
  });
});
