import { describe, expect, it } from '@jest/globals';
import { AnswerLimitExceeded } from '../../../lib/http/answer_limits.ts';
import { readXml, writeXml } from './xml.ts';

describe('XML', () => {
  it('round-trips any text', () => {
    const text = `<a href="x">&amp; ]]> 'q' "q" & é 🎉 \t</a>`;
    expect(readXml(`<r>${writeXml({ one: text, many: ['1', '2'], none: undefined })}</r>`)).toEqual({
      r: { one: text, many: ['1', '2'] },
    });
  });

  it('removes characters that XML does not allow', () => {
    expect(writeXml({ a: 'x\u0000\u0008\ud800y' })).toBe('<a>xy</a>');
  });

  it.each([
    ['&lt;b&gt;', '<b>'],
    ['&#65;&#x42;', 'AB'],
    ['&#0;&#x110000;', '&#0;&#x110000;'],
    ['&unknown;', '&unknown;'],
    ['&amp;lt;', '&lt;'],
    ['007', '007'],
  ])('reads %s as %s', (written, text) => {
    expect(readXml(`<a>${written}</a>`)).toEqual({ a: text });
  });

  it.each([
    ['no XML', '{"a":1}'],
    ['a document type', '<!DOCTYPE a><a>1</a>'],
    ['a document type in small letters', '<?xml version="1.0"?><!doctype a SYSTEM "file:///etc/passwd"><a>1</a>'],
  ])('is not read with %s', (_what, text) => expect(readXml(text)).toBeNull());

  it('S11: is refused before it is parsed when it is nested too deeply', () =>
    expect(() => readXml(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`)).toThrow(AnswerLimitExceeded));

  it('reads names like __proto__ safely', () => {
    readXml('<__proto__><polluted>1</polluted></__proto__>');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
