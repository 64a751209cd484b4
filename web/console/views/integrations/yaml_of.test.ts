import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { manifestOf } from './yaml_of.ts';

describe('manifestOf', () => {
  it('writes a manifest as a person would', () => {
    const content = {
      name: 'crm',
      provider: 'sandbox',
      read: {
        objects: [
          { objectName: 'contacts', schedule: '*/30 * * * *', requiredFields: [{ fieldName: 'id' }] },
          { objectName: 'deals', schedule: '' },
        ],
      },
    };
    expect(manifestOf('1.0.0', content)).toBe(`specVersion: "1.0.0"
integrations:
  - name: crm
    provider: sandbox
    read:
      objects:
        - objectName: contacts
          schedule: "*/30 * * * *"
          requiredFields:
            - fieldName: id
        - objectName: deals
`);
  });

  it('is read as the same values, whatever they are', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'binary' }),
        fc.constantFrom('no', '- a', 'a: b', '#c', ' d', '~', '.5', 'e '),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc
        .dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true })
        .filter((one) => !Object.hasOwn(one, '__proto__')),
    }));
    fc.assert(
      fc.property(value, (one) => {
        expect(parse(manifestOf('1.0.0', { one }))).toEqual({ specVersion: '1.0.0', integrations: [{ one }] });
      }),
      { numRuns: 500 },
    );
  });
});
