import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AnswerLimitExceeded } from '../../../lib/http/answer_limits.ts';
import { readXml, writeXml, type XmlElements } from './xml.ts';

describe('XML', () => {
  it('round-trips any text', () => {
    const text = `<a href="x">&amp; ]]> 'q' "q" & é 🎉 \t</a>`;
    expect(readXml(`<r>${writeXml({ one: text, many: ['1', '2'], none: undefined })}</r>`)).toEqual({
      r: { one: text, many: ['1', '2'] },
    });
  });

  it('reads what was written, with prefixes, attributes, comments and white space between', () => {
    // Other characters are not XML's, or are trimmed.
    const text = fc.string({ unit: fc.constantFrom('x', '&', '<', ']]>', '"', '🎉', '&lt;', '0') });
    const tree = fc.letrec<{ one: XmlElements; value: string | XmlElements; child: XmlElements[string] }>((tie) => ({
      // Not `fc.dictionary`, which makes whole trees for names that it has already.
      one: fc
        .record(Object.fromEntries(['a', 'b', 'x-1', 'é'].map((name) => [name, tie('child')])), { requiredKeys: [] })
        .filter((elements) => Object.keys(elements).length > 0) as fc.Arbitrary<XmlElements>,
      child: fc.oneof(tie('value'), fc.array(tie('value'), { minLength: 2, maxLength: 4 })),
      value: fc.oneof({ maxDepth: 4 }, text, tie('one')),
    })).one;
    fc.assert(
      fc.property(tree, (elements) => {
        const written = writeXml(elements);
        const dressed = written
          .replace(/<([a-zé][-\d]*)>/g, `<ns:$1 at='>' n="1">`)
          .replace(/<\/([a-zé][-\d]*)>/g, '<!-- <c> --></ns:$1 >');
        expect(readXml(written)).toEqual(elements);
        expect(readXml(`<?xml version="1.0"?>\r\n${dressed}\n`)).toEqual(elements);
      }),
    );
  });

  it.each<[string, string, unknown]>([
    ['text around elements', '<a> x <b/> y </a>', { b: '', '#text': 'xy' }],
    ['text around a comment', '<a>x <!-- <b> --> y</a>', 'x  y'],
    ['a section as it is', '<a> <![CDATA[ <b>&amp;</b> ]]></a>', ' <b>&amp;</b> '],
    ['an empty section', '<a><![CDATA[]]></a>', ''],
    ['one line end', '<a>x\r\ny\rz<![CDATA[\r\n]]></a>', 'x\ny\nz\n'],
    ['a document type in a section', '<a><![CDATA[<!DOCTYPE html>]]></a>', '<!DOCTYPE html>'],
    ['an instruction as nothing', '<a>1<?b c?></a>', '1'],
    ['a list in between', '<a><b>1</b><c/><b>2</b></a>', { b: ['1', '2'], c: '' }],
    ['names of Object.prototype', '<a><toString>1</toString><constructor/></a>', { toString: '1', constructor: '' }],
  ])('reads %s', (_what, text, expected) => expect(readXml(text)).toEqual({ a: expected }));

  it('reads references and line ends at any place of a long text', () => {
    const text = (part: string) => `${'x'.repeat(32_700)}${part.repeat(20_000)}`;
    for (const shift of ['', '1', '12', '123', '1234'])
      expect(readXml(`<a>${shift}${text('&#127881;\r\n')}.</a>`)).toEqual({ a: `${shift}${text('🎉\n')}.` });
  });

  it.each([
    ['in an element', '<a><b>1</b><b>2'],
    ['in a tag', '<a><b>1</b><b'],
    ['in a value of an attribute', `<a><b c="></a>`],
    ['in a comment', '<a>1<!-- </a>'],
    ['in a section', '<a><![CDATA[1</a>'],
    ['before the last tag', '<a><b>1</b>'],
    ['after another tag than was opened', '<a><b>1</a></b>'],
    ['after too many tags', '<a/></b>'],
    ['without an element', '<!-- a -->'],
    ['with a bare sign', '<a>1 < 2</a>'],
    ['with an entity of its own', '<!ENTITY a "b"><a>&a;</a>'],
  ])('reads nothing of a text that ends %s', (_where, text) => expect(readXml(text)).toBeNull());

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
    const read = readXml('<__proto__><polluted>1</polluted></__proto__>');
    expect(Object.entries(read ?? {})).toEqual([['__proto__', { polluted: '1' }]]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
