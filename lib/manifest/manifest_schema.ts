import { proxySchema, subscribeSchema, watchSchemaSchema } from './later_schema.ts';
import { readSchema } from './read_schema.ts';
import { listSchema, nameSchema, objectSchema, textSchema } from './schema.ts';
import { writeSchema } from './write_schema.ts';

export const SPEC_VERSION = '1.0.0';
/**
 * Far more integrations than a real manifest has. The max limits the time of a check, because dozens of rules check
 * each integration.
 */
export const MAX_INTEGRATIONS = 1_000;

const exampleIntegration = {
  name: 'contacts-in',
  provider: 'hubspot',
  read: { objects: [{ objectName: 'contacts', destination: 'crm-webhook', schedule: '*/15 * * * *' }] },
};

/**
 * The order of the keys is part of the contract: content is stored in this order, and a deploy compares the hash of the
 * content to find out whether anything changed.
 */
const integrationSchema = objectSchema(
  { description: 'What your app wants from one provider.', examples: [exampleIntegration] },
  {
    properties: {
      name: {
        ...textSchema(
          {
            description:
              'The name of the integration, unique in the project: letters, digits, hyphens and underscores, the first a letter or digit. A later deploy with the same name makes a new revision of it.',
            examples: ['contacts-in'],
          },
          64,
        ),
        pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$',
        not: { pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' },
      },
      provider: nameSchema({
        description: 'The name of a provider in the catalogue, as `GET /v1/providers` lists it.',
        examples: ['hubspot'],
      }),
      displayName: textSchema(
        { description: 'The title of the integration for your customer.', examples: ['Contacts from HubSpot'] },
        100,
      ),
      module: nameSchema({
        description: "A part of the provider with an address of its own. Without it, the provider's default module.",
        examples: ['crm'],
      }),
      read: readSchema,
      write: writeSchema,
      subscribe: subscribeSchema,
      proxy: proxySchema,
      watchSchema: watchSchemaSchema,
    },
    required: ['name', 'provider'],
    anyOf: ['read', 'write', 'subscribe', 'proxy'].map((one) => ({ required: [one] })),
    dependentRequired: { subscribe: ['read'] },
  },
);

/** The schema of the manifest: all keys, their meanings and their allowed values. */
export const manifestSchema = objectSchema(
  {
    description: 'What a project reads from its providers. `npm run -s causeway -- deploy` sends it.',
    examples: [{ specVersion: SPEC_VERSION, integrations: [exampleIntegration] }],
  },
  {
    properties: {
      specVersion: {
        description: 'The version of this format.',
        examples: [SPEC_VERSION],
        const: SPEC_VERSION,
        check: 'any',
      },
      integrations: listSchema(integrationSchema, {
        description:
          'The integrations. A deploy creates and changes these; others of the project stay. Each name is listed once.',
        examples: [[exampleIntegration]],
        minItems: 1,
        maxItems: MAX_INTEGRATIONS,
      }),
    },
    required: ['specVersion', 'integrations'],
  },
);
