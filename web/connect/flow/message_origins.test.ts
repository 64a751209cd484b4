import { describe, expect, it } from '@jest/globals';
import { messageOrigins } from './message_origins.ts';

describe('the origins that are told', () => {
  it.each<[string, string[], string, string[]]>([
    ['each that is named', ['https://a.example', 'https://b.example'], '', ['https://a.example', 'https://b.example']],
    ['the opener, of any port', ['http://localhost:*'], 'http://localhost:3000/settings', ['http://localhost:3000']],
    ['no opener of another host', ['http://localhost:*'], 'http://localhost.evil.example:3000/', []],
    ['no opener of another scheme', ['http://localhost:*'], 'https://localhost:3000/', []],
    ['nobody when the opener is unknown', ['http://localhost:*'], '', []],
    ['each once', ['http://localhost:*', 'http://localhost:3000'], 'http://localhost:3000/', ['http://localhost:3000']],
  ])('are %s', (_what, allowed, referrer, told) => {
    expect(messageOrigins(allowed, referrer)).toEqual(told);
  });
});
