import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { loadDocument } from '../../gateway/contract/document.ts';

type Schema = { required?: string[]; properties?: Record<string, unknown> };

/** The specification's resources (section 2): fields that are always there, and those that may be. */
const RESOURCES: [name: string, required: string, optional: string][] = [
  [
    'Installation',
    'id projectId integrationId healthStatus connection createTime createdBy config',
    'group lastOperationStatus updateTime',
  ],
  [
    'Connection',
    'id projectId provider group consumer createTime authScheme status',
    'updateTime providerApp providerWorkspaceRef providerConsumerRef oauth2AuthorizationCode apiKey providerMetadata',
  ],
  ['Group', 'groupRef groupName projectId createTime', 'updateTime'],
  ['Consumer', 'consumerRef consumerName projectId createTime', 'updateTime'],
  ['Config', 'id revisionId createTime createdBy content', ''],
  ['ProviderApp', 'id projectId provider clientId createTime', 'updateTime externalRef scopes metadata'],
  ['Integration', 'id projectId name provider createTime latestRevision', 'updateTime'],
  ['Revision', 'id specVersion createTime content', ''],
  ['Topic', 'id name projectId createTime', 'updateTime'],
  ['EventTopicRoute', 'id eventType topicId projectId createTime', 'updateTime'],
  ['ApiKey', 'key label scopes projectId active', ''],
  ['Log', 'timestamp message severity', ''],
  ['Invite', 'id invitedEmail parentType parentId status createTime', 'updateTime'],
  ['Builder', 'id idpProvider idpRef createTime', 'firstName lastName fullName primaryEmail'],
  ['ProviderInfo', 'name displayName authType baseURL defaultModule support providerOpts', ''],
  ['FieldDefinition', 'fieldName displayName valueType', 'description required stringOptions'],
  [
    'Problem',
    'type title status detail',
    'href instance subsystem time requestId causes remedy supportEmail supportPhone supportUrl retryable retryAfter context issues',
  ],
];

/** Each answer of each suite is validated against the same document. */
describe('the document of the API', () => {
  const { schemas } = loadDocument().components as { schemas: Record<string, Schema> };
  const words = (text: string) => text.split(' ').filter((word) => word !== '');

  it.each(RESOURCES)('has the fields of %s', (name, required, optional) => {
    const { required: always = [], properties = {} } = schemas[name] ?? {};
    expect(always).toEqual(expect.arrayContaining(words(required)));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...words(required), ...words(optional)]));
  });

  it.each([
    ['Installation', 'healthStatus', 'healthy unhealthy'],
    ['Installation', 'lastOperationStatus', 'success failure in_progress'],
    ['Invite', 'status', 'pending accepted revoked expired'],
    ['Invite', 'parentType', 'org'],
  ])('has the values of %s.%s', (name, field, values) => {
    expect(schemas[name]?.properties?.[field]).toMatchObject({ enum: words(values) });
  });
});

describe('docs/specification.md', () => {
  const page = readFileSync('docs/specification.md', 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) \| .* \| \[[^\]]*\]\(\.\.\/([^)]*)\) (.*) \|$/gm)];

  it('numbers its statements', () => {
    expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_row, at) => at + 1));
    expect(rows).toHaveLength(page.split('\n').filter((line) => /^\| \d/.test(line)).length);
    expect(rows.length).toBeGreaterThan(90);
  });

  it.each(rows.map(([, number = '', file = '', title = '']) => [number, file, title] as const))(
    'names a test that exists for statement %s',
    (_number, file, title) => {
      expect([file, existsSync(file)]).toEqual([file, true]);
      const text = readFileSync(file, 'utf8').replaceAll("\\'", "'");
      for (const part of title.split(' … ')) expect([file, text.includes(part)]).toEqual([file, true]);
    },
  );
});
