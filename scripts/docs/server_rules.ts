/**
 * In words, the rules of a manifest that a JSON Schema cannot express. A test finds every rule of the code either here
 * or in the list for the schema (test/contract/manifest_schema.test.ts).
 */
export const serverRules: Readonly<Record<string, string>> = {
  'yaml-syntax': 'Text that is no YAML, and a key that is written twice.',
  'provider-not-supported': 'A provider that the catalogue does not have.',
  'provider-module': 'A module that the provider does not have.',
  'provider-capability-read': 'A `read` block for a provider that Causeway does not read.',
  'provider-capability-write': 'A `write` block for a provider without it.',
  'provider-capability-subscribe': 'A `subscribe` block for a provider without it.',
  'provider-capability-proxy': 'An enabled `proxy` for a provider without it.',
  'proxy-module': '`useModule` without a module, or with one that does not have the proxy.',
  'destination-exists': 'A destination that the project does not have.',
  'schedule-syntax': 'A schedule that is no five-field cron, or that never runs.',
  'schedule-minimum-interval': 'A schedule that runs too often.',
  'duplicate-integration': 'Two integrations with one name.',
  'duplicate-read-object': 'An object, or a `mapToName`, that `read` lists twice.',
  'duplicate-write-object': 'An object that `write` lists twice.',
  'duplicate-subscribe-object': 'An object that `subscribe` lists twice.',
  'field-path': "A nested field that is not written as `$['outer']['inner']`.",
  'field-mapping-unique': 'Two fields with one `mapToName`, or one inside the other.',
  'snowflake-backfill': 'Snowflake: a backfill other than the full history.',
  'google-calendar-backfill': 'Google: a backfill of calendar events over more than 28 days.',
  'salesforce-subscribe-limit': 'Salesforce: more than five subscribed objects.',
  'subscribe-minimum-events': 'Warns of a subscribed object without an event.',
  'object-readable':
    "An object that the provider's file calls unreadable. In an integration that is deployed unchanged, a warning.",
  'object-exists': "Warns of an object that the provider's file does not list.",
  'object-writable': "Warns of an object of `write` that the provider's file does not say how to write.",
  'field-exists': "Warns of a field that the provider's file does not list, where it lists fields of the object.",
  'provider-app-not-configured': 'Warns of a provider that needs an OAuth app, while the project has none.',
  'large-backfill-risk': 'Warns of a backfill of more than 180 days.',
  'not-run-yet': 'Warns of a block that this version stores and does not run.',
};
