/**
 * The text of a manifest. A module of its own, imported when a manifest is written: a bundle gives a package that is
 * imported late as its default export only (docs/adr/0043).
 */
import { stringify } from 'yaml';
import { SPEC_VERSION } from '../../lib/manifest/manifest_schema.ts';

export function manifestYaml(integration: object): string {
  return stringify({ specVersion: SPEC_VERSION, integrations: [integration] });
}
