import { fieldSchema } from './field_schema.ts';
import { countSchema, flagSchema, listSchema, nameSchema, objectSchema, textSchema, wordSchema } from './schema.ts';

const exampleFields = [{ fieldName: 'id' }, { fieldName: 'email', mapToName: 'mail' }];
const exampleContacts = { objectName: 'contacts', destination: 'crm-webhook', schedule: '*/15 * * * *' };

/** About a century. No provider has older records, and much earlier dates have no valid timestamp. */
export const MAX_BACKFILL_DAYS = 36_500;
export const MIN_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 500;

const backfillSchema = objectSchema(
  {
    description: 'How much of the past is read when a group installs the integration.',
    examples: [{ defaultPeriod: { days: 30 } }],
  },
  {
    properties: {
      defaultPeriod: objectSchema(
        {
          description: 'Either `days` or `fullHistory`. The config of an installation may have another period.',
          examples: [{ days: 30 }, { fullHistory: true }],
        },
        {
          properties: {
            days: countSchema({
              description:
                'Records that changed in the last so many days. 0 reads nothing of the past. More than 180 days is a warning.',
              examples: [30],
              maximum: MAX_BACKFILL_DAYS,
            }),
            fullHistory: flagSchema({
              description: 'True: all records. It is a warning, because it may take hours. False: nothing of the past.',
              examples: [true],
            }),
          },
          oneOf: [{ required: ['days'] }, { required: ['fullHistory'] }],
        },
      ),
    },
    required: ['defaultPeriod'],
  },
);

const deliverySchema = objectSchema(
  {
    description: 'When the records are sent. Without it, as with `mode: auto`.',
    examples: [{ mode: 'onRequest', pageSize: 100 }],
  },
  {
    properties: {
      mode: wordSchema('delivery-mode', ['auto', 'onRequest'], {
        description: '`auto`: as soon as they are read. `onRequest`: stored until you call `deliverResults`.',
        examples: ['onRequest'],
        default: 'auto',
      }),
      pageSize: countSchema({
        description: 'Max records of a message. Required with `onRequest`, and not allowed with `auto`.',
        examples: [100],
        minimum: MIN_PAGE_SIZE,
        maximum: MAX_PAGE_SIZE,
      }),
    },
    if: { properties: { mode: { const: 'onRequest' } }, required: ['mode'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['pageSize'] },
    else: { properties: { pageSize: false } },
  },
);

const deletesSchema = objectSchema(
  {
    description:
      'Finds deleted records at a provider that does not report them, by listing all ids. They arrive with `isDeleted`. An addition of Causeway.',
    examples: [{ sweep: { schedule: '0 3 * * *' } }],
  },
  {
    properties: {
      sweep: objectSchema(
        { description: 'A list of all ids.', examples: [{ schedule: '0 3 * * *' }] },
        {
          properties: {
            schedule: textSchema({
              description: 'When: five-field cron in UTC, at most once an hour.',
              examples: ['0 3 * * *'],
            }),
          },
          required: ['schedule'],
        },
      ),
    },
    required: ['sweep'],
  },
);

const readObjectSchema = objectSchema(
  {
    description: 'One object of the provider that is read.',
    examples: [{ ...exampleContacts, requiredFields: exampleFields }],
  },
  {
    properties: {
      objectName: nameSchema({
        description: "The provider's name of the object. A name that the provider's file does not list is a warning.",
        examples: ['contacts'],
      }),
      destination: nameSchema({
        description:
          'Where the records are sent: the name of a destination of the project, a former name of it, or its id. The config of an installation may name another one.',
        examples: ['crm-webhook'],
      }),
      schedule: textSchema({
        description:
          'When the object is read: five-field cron in UTC, at most every ten minutes. Without it, the object is read only when triggered. The config of an installation may have another one.',
        examples: ['*/15 * * * *', '0 6 * * mon-fri'],
      }),
      mapToName: nameSchema({
        description: 'Your name of the object, in messages, configs and addresses. Without it, `objectName`.',
        examples: ['person'],
      }),
      mapToDisplayName: textSchema({ description: 'The title of the object for your customer.', examples: ['People'] }),
      requiredFields: listSchema(fieldSchema, {
        description: 'The fields that every installation reads.',
        examples: [exampleFields],
      }),
      optionalFields: listSchema(fieldSchema, {
        description: 'The fields that an installation reads if its config selects them.',
        examples: [[{ fieldName: 'phone' }]],
      }),
      optionalFieldsAuto: wordSchema('optional-fields-auto', ['all'], {
        description: 'All other fields of the object are optional too. Without it, only the listed ones.',
        examples: ['all'],
      }),
      backfill: {
        ...backfillSchema,
        description: `${backfillSchema.description} Without it, nothing of the past is read.`,
      },
      delivery: deliverySchema,
      deletes: deletesSchema,
      enabled: wordSchema('always-enabled-fields', ['always'], {
        description:
          'The object is read for every installation, whether or not its config has it. It then needs a `schedule` and `requiredFields`, and no required field has both names.',
        examples: ['always'],
      }),
    },
    required: ['objectName', 'destination'],
    if: { properties: { enabled: { const: 'always' } }, required: ['enabled'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      required: ['schedule', 'requiredFields'],
      properties: { requiredFields: { minItems: 1, items: { not: { required: ['fieldName', 'mapToName'] } } } },
    },
  },
);

export const readSchema = objectSchema(
  {
    description: 'What is read from the provider, and where it is sent.',
    examples: [{ objects: [exampleContacts] }],
  },
  {
    properties: {
      objects: listSchema(readObjectSchema, {
        description: 'The objects. Each name, and each `mapToName`, is listed once.',
        examples: [[exampleContacts]],
        minItems: 1,
      }),
    },
    required: ['objects'],
  },
);
