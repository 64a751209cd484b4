import { flagSchema, listSchema, nameSchema, objectSchema, textSchema, wordSchema } from './schema.ts';

/**
 * The note for blocks that this version only checks and stores (NOT_RUN_BLOCKS of
 * services/installation/manifests/manifest.ts).
 */
const NOT_RUN_NOTE = '**Stored and not run yet**, with a warning.';

const eventSchema = (description: string) =>
  objectSchema(
    { description, examples: [{ enabled: 'always' }] },
    {
      properties: {
        enabled: wordSchema('event-enabled', ['always'], { description: 'The event is sent.', examples: ['always'] }),
      },
      required: ['enabled'],
    },
  );

const exampleSubscription = {
  objectName: 'contacts',
  destination: 'crm-webhook',
  inheritFieldsAndMapping: true,
  createEvent: { enabled: 'always' },
};

const updateEventSchema = objectSchema(
  {
    description: 'Changed records. Either `watchFieldsAuto` or `requiredWatchFields`.',
    examples: [{ enabled: 'always', watchFieldsAuto: 'all' }],
  },
  {
    properties: {
      enabled: wordSchema('update-event-enabled', ['always'], {
        description: 'The event is sent.',
        examples: ['always'],
      }),
      watchFieldsAuto: wordSchema('update-event-watch-fields', ['all', 'selected'], {
        description: '`all`: a change of any field. `selected`: of the fields that are read.',
        examples: ['all'],
      }),
      requiredWatchFields: listSchema(
        {
          ...textSchema({ description: 'A field of the top level.', examples: ['email'] }),
          pattern: '^[^.\\[\\]]*[^\\s.\\[\\]][^.\\[\\]]*$',
        },
        { description: 'A change of one of these fields.', examples: [['email', 'phone']] },
      ),
    },
    required: ['enabled'],
    oneOf: [{ required: ['watchFieldsAuto'] }, { required: ['requiredWatchFields'] }],
  },
);

const subscribeObjectSchema = objectSchema(
  { description: 'One object whose events are sent.', examples: [exampleSubscription] },
  {
    properties: {
      objectName: nameSchema({ description: "The provider's name of the object.", examples: ['contacts'] }),
      destination: nameSchema({ description: 'Where the events are sent, as in `read`.', examples: ['crm-webhook'] }),
      inheritFieldsAndMapping: flagSchema({
        description: 'The events have the fields and names of `read`. Must be true with any of the four events below.',
        examples: [true],
        default: false,
      }),
      createEvent: eventSchema('New records.'),
      updateEvent: updateEventSchema,
      deleteEvent: eventSchema('Deleted records.'),
      associationChangeEvent: objectSchema(
        { description: 'Changed links to other records.', examples: [{ enabled: 'always', includeFullRecords: true }] },
        {
          properties: {
            enabled: wordSchema('event-enabled', ['always'], {
              description: 'The event is sent.',
              examples: ['always'],
            }),
            includeFullRecords: flagSchema({
              description: 'The event has the linked records, not only their ids.',
              examples: [true],
              default: false,
            }),
          },
          required: ['enabled'],
        },
      ),
      otherEvents: listSchema(
        textSchema({ description: "The provider's name of an event.", examples: ['contact.merged'] }),
        {
          description: "Other events of the provider, under the provider's names.",
          examples: [['contact.merged']],
        },
      ),
    },
    required: ['objectName', 'destination'],
    if: {
      anyOf: ['createEvent', 'updateEvent', 'deleteEvent', 'associationChangeEvent'].map((one) => ({
        required: [one],
      })),
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['inheritFieldsAndMapping'], properties: { inheritFieldsAndMapping: { const: true } } },
  },
);

export const subscribeSchema = objectSchema(
  {
    description: `Events of the provider that are sent when they happen. Needs a \`read\` block. ${NOT_RUN_NOTE}`,
    examples: [{ objects: [exampleSubscription] }],
  },
  {
    properties: {
      objects: listSchema(subscribeObjectSchema, {
        description: 'The objects. Each is listed once.',
        examples: [[exampleSubscription]],
        minItems: 1,
      }),
    },
    required: ['objects'],
  },
);

export const proxySchema = objectSchema(
  {
    description: `Calls of your app to the provider with the credentials of a connection, if the customer's config has \`proxy.enabled\` too.`,
    examples: [{ enabled: true }],
  },
  {
    properties: {
      enabled: flagSchema({ description: 'Whether your app may make such calls.', examples: [true] }),
      useModule: flagSchema({
        description: "Calls go to the address of the `module`, which must have the proxy, not to the provider's own.",
        examples: [true],
        default: false,
      }),
    },
    required: ['enabled'],
  },
);

export const watchSchemaSchema = objectSchema(
  {
    description: `Changes of the provider's objects and fields that are sent. ${NOT_RUN_NOTE}`,
    examples: [{ destination: 'crm-webhook', allObjects: { fieldCreated: { enabled: 'always' } } }],
  },
  {
    properties: {
      destination: nameSchema({ description: 'Where they are sent, as in `read`.', examples: ['crm-webhook'] }),
      schedule: textSchema({
        description: 'When Causeway looks: five-field cron in UTC, at most once an hour.',
        examples: ['0 * * * *'],
      }),
      allObjects: objectSchema(
        { description: 'The changes, of all objects.', examples: [{ fieldCreated: { enabled: 'always' } }] },
        {
          properties: {
            fieldCreated: eventSchema('A new field.'),
            fieldDeleted: eventSchema('A deleted field.'),
            fieldChanged: eventSchema('A changed field.'),
          },
        },
      ),
    },
    required: ['destination', 'allObjects'],
  },
);
