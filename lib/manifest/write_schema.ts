import { flag, list, name, object } from './schema.ts';

const writeObject = object(
  { description: 'One object that your app writes.', examples: [{ objectName: 'contacts' }] },
  {
    properties: {
      objectName: name({ description: "The provider's name of the object.", examples: ['contacts'] }),
      inheritMapping: flag({
        description: 'Whether your names of the object and its fields in `read` hold for writing too.',
        examples: [true],
        default: false,
      }),
      valueDefaults: object(
        { description: 'The values that a config may preset.', examples: [{ allowAnyFields: true }] },
        {
          properties: {
            allowAnyFields: flag({
              description: 'Of any field. Otherwise of the fields that `read` of the same object names.',
              examples: [true],
              default: false,
            }),
          },
        },
      ),
    },
    required: ['objectName'],
  },
);

export const writeSchema = object(
  {
    description:
      'What your app writes to the provider, for installations whose config has the object in `write.objects`.',
    examples: [{ objects: [{ objectName: 'contacts' }] }],
  },
  {
    properties: {
      objects: list(writeObject, {
        description: 'The objects. Each is listed once.',
        examples: [[{ objectName: 'contacts' }]],
        minItems: 1,
      }),
    },
    required: ['objects'],
  },
);
