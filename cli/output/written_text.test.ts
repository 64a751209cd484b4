import { describe, expect, it } from '@jest/globals';
import { wasWritten, writtenText } from './written_text.ts';

const LOST = { message: 'outcomeUnknown: The answer was lost.' };

describe('the answer to a write, for people', () => {
  it('says what to do where the provider may have done it', () => {
    const one = { operationId: 'op-1', result: { success: false }, errors: [LOST] };
    const batch = {
      operationId: 'op-1',
      results: [
        { success: true, recordId: '7' },
        { success: false, errors: [LOST] },
      ],
    };
    for (const answer of [one, batch]) {
      expect(writtenText(answer, 'create').err).toContain('Look there before you write it again.\n');
      expect(wasWritten(answer)).toBe(false);
    }
    expect(writtenText(batch, 'create').out).toMatch(
      /^0 +created +7\n1 +failed +outcomeUnknown: The answer was lost\.$/m,
    );
  });

  it('says so of nothing that was refused or not sent', () => {
    const answer = { operationId: 'op-1', result: { success: false }, errors: [{ message: 'notSent: Too late.' }] };
    expect(writtenText(answer, 'create').err).toBe('notSent: Too late.\nOperation op-1.\n');
  });

  it('has no control character of a provider, and says where a record has no id', () => {
    const data = { name: 'red' };
    const errors = [{ message: 'bad \u001b[31m' }];
    expect(writtenText({ operationId: 'op-1', result: { success: true, data } }, 'update').out).toBe(
      'updated  (the provider named no id)\n{"name":"red"}\n',
    );
    const refused = { operationId: 'op-1', result: { success: false }, errors };
    expect(writtenText(refused, 'update').err).toContain('bad  [31m\n');
  });
});
