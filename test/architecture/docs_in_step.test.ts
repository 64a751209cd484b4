import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { builderEventTypes } from '../../lib/events/catalog.ts';
import { publishedSchemaText } from '../../lib/manifest/published_schema.ts';
import { problemKinds } from '../../lib/problem/kinds.ts';
import { configurationPage } from '../../scripts/docs/configuration_page.ts';
import { dashboardText } from '../../scripts/docs/dashboard.ts';
import { eventsPage } from '../../scripts/docs/events_page.ts';
import { manifestPage } from '../../scripts/docs/manifest_page.ts';
import { natsConfiguration } from '../../scripts/docs/nats_configuration.ts';
import { networkPoliciesFile } from '../../scripts/docs/network_policies.ts';
import { settingNamesModule } from '../../scripts/docs/setting_names.ts';

describe('docs/problems.md', () => {
  const page = readFileSync('docs/problems.md', 'utf8');
  const sections = page.split('\n## ').slice(1);

  it('has exactly one heading for each kind of the table', () => {
    expect(sections.map((section) => section.split('\n')[0]).sort()).toEqual(Object.keys(problemKinds).sort());
  });

  it.each(Object.entries(problemKinds))(
    'names status, remedy and retryability of %s',
    (name, { status, remedy, retryable }) => {
      const section = sections.find((text) => text.startsWith(`${name}\n`)) ?? '';
      const flowing = section.replaceAll(/\s+/g, ' ');
      expect(section).toContain(`\n\n${status}. `);
      expect(flowing).toContain(`**What to do.** ${remedy}`);
      expect([name, flowing.includes('Retryable.')]).toEqual([name, retryable]);
    },
  );
});

describe('the generated pages', () => {
  it('include a current docs/events.md (npm run gen:docs)', () => {
    expect(readFileSync('docs/events.md', 'utf8')).toBe(eventsPage());
  });

  it('include a current docs/configuration.md (npm run gen:docs)', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationPage());
  });

  it('include a current docs/guides/manifest.md (npm run gen:docs)', () => {
    expect(readFileSync('docs/guides/manifest.md', 'utf8')).toBe(manifestPage());
  });

  it('include a current docs/manifest.schema.json (npm run gen:docs)', () => {
    expect(readFileSync('docs/manifest.schema.json', 'utf8')).toBe(publishedSchemaText());
  });

  it.each(['deploy/nats.conf', 'deploy/k8s/overlays/dev/nats.conf'])(
    'include a current %s (npm run gen:docs)',
    (path) => {
      expect(readFileSync(path, 'utf8')).toBe(natsConfiguration());
    },
  );

  it('include current network policies of the Kubernetes base (npm run gen:docs)', () => {
    expect(readFileSync('deploy/k8s/base/network_policies.yaml', 'utf8')).toBe(networkPoliciesFile());
  });

  it('include a current deploy/observability/dashboard.json (npm run gen:docs)', () => {
    expect(readFileSync('deploy/observability/dashboard.json', 'utf8')).toBe(dashboardText());
  });

  it('include a current lib/config/setting_names.ts (npm run gen:docs)', () => {
    expect(readFileSync('lib/config/setting_names.ts', 'utf8')).toBe(settingNamesModule());
  });
});

describe('the public eventType enum', () => {
  it('names the builder events of the catalogue, and no other', () => {
    const document = parse(readFileSync('gateway/openapi.yaml', 'utf8')) as {
      components: { schemas: { EventType: { enum: string[] } } };
    };
    expect([...document.components.schemas.EventType.enum].sort()).toEqual(builderEventTypes());
  });
});
