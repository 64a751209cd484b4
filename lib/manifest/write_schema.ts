import { flagSchema, listSchema, nameSchema, objectSchema } from './schema.ts';

const writeObjectSchema = objectSchema(
  { description: 'One object that your app writes.', examples: [{ objectName: 'contacts' }] },
  {
    properties: {
      objectName: nameSchema({ description: "The provider's name of the object.", examples: ['contacts'] }),
      inheritMapping: flagSchema({
        description: 'Whether your names of the object and its fields in `read` hold for writing too.',
        examples: [true],
        default: false,
      }),
      valueDefaults: objectSchema(
        { description: 'The values that a config may preset.', examples: [{ allowAnyFields: true }] },
        {
          properties: {
            allowAnyFields: flagSchema({
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

export const writeSchema = objectSchema(
  {
    description:
      'What your app writes to the provider, for installations whose config has the object in `write.objects`.',
    examples: [{ objects: [{ objectName: 'contacts' }] }],
  },
  {
    properties: {
      objects: listSchema(writeObjectSchema, {
        description: 'The objects. Each is listed once.',
        examples: [[{ objectName: 'contacts' }]],
        minItems: 1,
      }),
    },
    required: ['objects'],
  },
);
