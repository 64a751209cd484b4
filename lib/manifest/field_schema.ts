import { name, object, text } from './schema.ts';

const email = { fieldName: 'email', mapToName: 'mail' };

export const fieldSchema = object(
  {
    description:
      'A field of the object. With `fieldName` alone it arrives in `fields`, under the name of the provider in lower case. With both names it arrives in `mappedFields`, as `mapToName`. With `mapToName` alone, your customer chooses the field, and it arrives in `mappedFields`.',
    examples: [{ fieldName: 'id' }, email, { mapToName: 'stage', prompt: 'Which field is the stage?' }],
  },
  {
    properties: {
      fieldName: name({
        description: "The provider's name of the field. A nested field is written as `$['outer']['inner']`.",
        examples: ['email', "$['address']['city']"],
      }),
      mapToName: name({
        description:
          "Your name of the field, in `mappedFields`. `$['outer']['inner']` builds a nested object. No two fields of an object have the same one.",
        examples: ['mail', "$['address']['town']"],
      }),
      mapToDisplayName: text({ description: 'The title of the field for your customer.', examples: ['Mail address'] }),
      prompt: text(
        {
          description: 'What your customer is asked who chooses the field.',
          examples: ['Which field is the stage of a deal?'],
        },
        1_000,
      ),
      default: text({
        description:
          "The provider's field that a required field without `fieldName` reads, unless your customer chooses another.",
        examples: ['hs_lead_status'],
      }),
    },
    anyOf: [{ required: ['fieldName'] }, { required: ['mapToName'] }],
  },
);
