import { copyFileSync, writeFileSync } from 'node:fs';
import { publishedSchemaText } from '../lib/manifest/published_schema.ts';
import { configurationPage } from './docs/configuration_page.ts';
import { dashboardText } from './docs/dashboard.ts';
import { eventsPage } from './docs/events_page.ts';
import { manifestPage } from './docs/manifest_page.ts';
import { metricsPage } from './docs/metrics_page.ts';
import { natsConfiguration } from './docs/nats_configuration.ts';
import { networkPoliciesFile } from './docs/network_policies.ts';
import { settingNamesModule } from './docs/setting_names.ts';

/**
 * `npm run gen:docs`: generates pages, the list of settings, the NATS configuration, the network policies and the
 * dashboard from code. test/architecture checks that they are up to date.
 */
writeFileSync('docs/events.md', eventsPage());
writeFileSync('docs/configuration.md', configurationPage());
writeFileSync('docs/metrics.md', await metricsPage());
writeFileSync('lib/config/setting_names.ts', settingNamesModule());
writeFileSync('docs/guides/manifest.md', manifestPage());
writeFileSync('docs/manifest.schema.json', publishedSchemaText());
writeFileSync('deploy/nats.conf', natsConfiguration());
writeFileSync('deploy/k8s/base/network_policies.yaml', networkPoliciesFile());
// These are copies, because kustomize reads no files outside of its folder.
copyFileSync('deploy/nats.conf', 'deploy/k8s/overlays/dev/nats.conf');
copyFileSync('deploy/compose_schemas.sql', 'deploy/k8s/overlays/dev/schemas.sql');
writeFileSync('deploy/observability/dashboard.json', dashboardText());
