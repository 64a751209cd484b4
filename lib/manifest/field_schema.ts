import { nameSchema, objectSchema, textSchema } from './schema.ts';

const exampleField = { fieldName: 'email', mapToName: 'mail' };

export const fieldSchema = objectSchema(
  {
    description:
      'A field of the object. With `fieldName` alone it arrives in `fields`, under the name of the provider in lower case. With both names it arrives in `mappedFields`, as `mapToName`. With `mapToName` alone, your customer chooses the field, and it arrives in `mappedFields`.',
    examples: [{ fieldName: 'id' }, exampleField, { mapToName: 'stage', prompt: 'Which field is the stage?' }],
  },
  {
    properties: {
      fieldName: nameSchema({
        description: "The provider's name of the field. A nested field is written as `$['outer']['inner']`.",
        examples: ['email', "$['address']['city']"],
      }),
      mapToName: nameSchema({
        description:
          "Your name of the field, in `mappedFields`. `$['outer']['inner']` builds a nested object. No two fields of an object have the same one.",
        examples: ['mail', "$['address']['town']"],
      }),
      mapToDisplayName: textSchema({
        description: 'The title of the field for your customer.',
        examples: ['Mail address'],
      }),
      prompt: textSchema(
        {
          description: 'What your customer is asked who chooses the field.',
          examples: ['Which field is the stage of a deal?'],
        },
        1_000,
      ),
      default: textSchema({
        description:
          "The provider's field that a required field without `fieldName` reads, unless your customer chooses another.",
        examples: ['hs_lead_status'],
      }),
    },
    anyOf: [{ required: ['fieldName'] }, { required: ['mapToName'] }],
  },
);
