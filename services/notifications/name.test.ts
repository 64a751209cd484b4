import { describe, expect, it } from '@jest/globals';
import { checkDestinationName, checkTopicName } from './name.ts';

const refused = expect.objectContaining({ kind: 'invalidArgument' });

describe('names', () => {
  it.each(['a', 'crm-webhook', 'crmWebhook2', 'x'.repeat(64)])('may be %s', (name) => {
    expect(() => checkTopicName(name)).not.toThrow();
    expect(() => checkDestinationName(name)).not.toThrow();
  });

  it.each(['', 'a b', 'a_b', 'ü', 'a/b', 'a\n', ' a', 'x'.repeat(101)])('may not be %j', (name) => {
    expect(() => checkTopicName(name)).toThrow(refused);
    expect(() => checkDestinationName(name)).toThrow(refused);
  });

  it('of topics end at 64 characters', () => {
    expect(() => checkTopicName('x'.repeat(65))).toThrow(refused);
  });

  it('of destinations do not look like ids', () => {
    expect(() => checkDestinationName('01900000-0000-7000-8000-000000000001')).toThrow(refused);
    expect(() => checkDestinationName('01900000-0000-7000-8000-00000000000A')).toThrow(refused);
  });
});
