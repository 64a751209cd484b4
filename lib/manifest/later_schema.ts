import { flag, list, name, object, text, word } from './schema.ts';

/**
 * The note for blocks that this version only checks and stores (NOT_RUN_BLOCKS of
 * services/installation/manifests/manifest.ts).
 */
const NOT_RUN = '**Stored and not run yet**, with a warning.';

const event = (description: string) =>
  object(
    { description, examples: [{ enabled: 'always' }] },
    {
      properties: {
        enabled: word('event-enabled', ['always'], { description: 'The event is sent.', examples: ['always'] }),
      },
      required: ['enabled'],
    },
  );

const subscribed = {
  objectName: 'contacts',
  destination: 'crm-webhook',
  inheritFieldsAndMapping: true,
  createEvent: { enabled: 'always' },
};

const updateEvent = object(
  {
    description: 'Changed records. Either `watchFieldsAuto` or `requiredWatchFields`.',
    examples: [{ enabled: 'always', watchFieldsAuto: 'all' }],
  },
  {
    properties: {
      enabled: word('update-event-enabled', ['always'], { description: 'The event is sent.', examples: ['always'] }),
      watchFieldsAuto: word('update-event-watch-fields', ['all', 'selected'], {
        description: '`all`: a change of any field. `selected`: of the fields that are read.',
        examples: ['all'],
      }),
      requiredWatchFields: list(
        {
          ...text({ description: 'A field of the top level.', examples: ['email'] }),
          pattern: '^[^.\\[\\]]*[^\\s.\\[\\]][^.\\[\\]]*$',
        },
        { description: 'A change of one of these fields.', examples: [['email', 'phone']] },
      ),
    },
    required: ['enabled'],
    oneOf: [{ required: ['watchFieldsAuto'] }, { required: ['requiredWatchFields'] }],
  },
);

const subscribeObject = object(
  { description: 'One object whose events are sent.', examples: [subscribed] },
  {
    properties: {
      objectName: name({ description: "The provider's name of the object.", examples: ['contacts'] }),
      destination: name({ description: 'Where the events are sent, as in `read`.', examples: ['crm-webhook'] }),
      inheritFieldsAndMapping: flag({
        description: 'The events have the fields and names of `read`. Must be true with any of the four events below.',
        examples: [true],
        default: false,
      }),
      createEvent: event('New records.'),
      updateEvent,
      deleteEvent: event('Deleted records.'),
      associationChangeEvent: object(
        { description: 'Changed links to other records.', examples: [{ enabled: 'always', includeFullRecords: true }] },
        {
          properties: {
            enabled: word('event-enabled', ['always'], { description: 'The event is sent.', examples: ['always'] }),
            includeFullRecords: flag({
              description: 'The event has the linked records, not only their ids.',
              examples: [true],
              default: false,
            }),
          },
          required: ['enabled'],
        },
      ),
      otherEvents: list(text({ description: "The provider's name of an event.", examples: ['contact.merged'] }), {
        description: "Other events of the provider, under the provider's names.",
        examples: [['contact.merged']],
      }),
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

export const subscribeSchema = object(
  {
    description: `Events of the provider that are sent when they happen. Needs a \`read\` block. ${NOT_RUN}`,
    examples: [{ objects: [subscribed] }],
  },
  {
    properties: {
      objects: list(subscribeObject, {
        description: 'The objects. Each is listed once.',
        examples: [[subscribed]],
        minItems: 1,
      }),
    },
    required: ['objects'],
  },
);

export const proxySchema = object(
  {
    description: `Calls of your app to the provider with the credentials of a connection, if the customer's config has \`proxy.enabled\` too.`,
    examples: [{ enabled: true }],
  },
  {
    properties: {
      enabled: flag({ description: 'Whether your app may make such calls.', examples: [true] }),
      useModule: flag({
        description: "Calls go to the address of the `module`, which must have the proxy, not to the provider's own.",
        examples: [true],
        default: false,
      }),
    },
    required: ['enabled'],
  },
);

export const watchSchemaSchema = object(
  {
    description: `Changes of the provider's objects and fields that are sent. ${NOT_RUN}`,
    examples: [{ destination: 'crm-webhook', allObjects: { fieldCreated: { enabled: 'always' } } }],
  },
  {
    properties: {
      destination: name({ description: 'Where they are sent, as in `read`.', examples: ['crm-webhook'] }),
      schedule: text({
        description: 'When Causeway looks: five-field cron in UTC, at most once an hour.',
        examples: ['0 * * * *'],
      }),
      allObjects: object(
        { description: 'The changes, of all objects.', examples: [{ fieldCreated: { enabled: 'always' } }] },
        {
          properties: {
            fieldCreated: event('A new field.'),
            fieldDeleted: event('A deleted field.'),
            fieldChanged: event('A changed field.'),
          },
        },
      ),
    },
    required: ['destination', 'allObjects'],
  },
);
