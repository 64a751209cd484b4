/**
 * The text of a manifest. A module of its own, which is imported only when a manifest is written: in a bundle, a
 * package that is imported dynamically has only its default export (docs/adr/0043).
 */
import { stringify } from 'yaml';
import { SPEC_VERSION } from '../../lib/manifest/manifest_schema.ts';

export function manifestYaml(integration: object): string {
  return stringify({ specVersion: SPEC_VERSION, integrations: [integration] });
}
