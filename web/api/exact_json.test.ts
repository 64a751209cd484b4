import { describe, expect, it } from '@jest/globals';
import { exactJson, rememberText } from './exact_json.ts';

type Body = { part?: unknown };

function shown(text: string): string | undefined {
  const body = JSON.parse(text) as Body;
  rememberText(body, text);
  return exactJson(body, ({ part }) => part);
}
/** The output without the layout of JSON.stringify. */
const inOneLine = (text: string) => shown(`{"part":${text}}`)?.replace(/\n */g, '');

describe('a part of an answer', () => {
  it.each([
    '12345678901234567890.10',
    '-0',
    '1.0',
    '1e400',
    '0.1',
    '7',
    '[9007199254740993,-12345678901234567890,2.50E-3]',
    '{"amount": 12345678901234567890.10}',
  ])('has the numbers of the server: %s', (text) => {
    expect(inOneLine(text)).toBe(text);
  });

  it.each([
    '"12345678901234567890"',
    '"a \\"quoted\\" 1.0, and \\\\"',
    '["\ue000 1.0",1.0]',
    '["\\ue000\ue001",1.0]',
    '{"1.0": "1.0"}',
  ])('has its strings and keys unchanged: %s', (text) => {
    expect(inOneLine(text)).toBe(text.replace('\\ue000', '\ue000'));
  });

  it('is indented, and is undefined where it is missing', () => {
    expect(shown('{"part":{"a":[1.0]}}')).toBe('{\n  "a": [\n    1.0\n  ]\n}');
    expect(shown('{}')).toBeUndefined();
  });

  it('is written as it is where it did not come from the server', () => {
    expect(exactJson({ part: [1.5] } as Body, ({ part }) => part)).toBe('[\n  1.5\n]');
  });
});
