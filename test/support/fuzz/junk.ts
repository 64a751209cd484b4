import fc from 'fast-check';

/** Texts that are known to break parsers, databases, prototypes, paths, pages and user interfaces. */
const NASTY = [
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '..',
  '.',
  '../../etc/passwd',
  '/',
  '//',
  '/a~2b',
  '/-',
  '~',
  '*',
  '%',
  '%00',
  '%s%n',
  "' or 1=1 --",
  '"; drop table topics; --',
  '<script>',
  '{{.baseUrl}}',
  '$(id)',
  '\u0000',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\udfff\ud800',
  'é',
  'é',
  '🦆',
  'İ',
  'a'.repeat(64),
  'a'.repeat(65),
  'a'.repeat(191),
  'a'.repeat(192),
  'é'.repeat(191),
  '🦆'.repeat(96),
  'a'.repeat(5_000),
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '9999-12-31T23:59:59.999999999Z',
  '01900000-0000-7000-8000-000000000000',
  '01900000-0000-7000-8000-00000000000g',
  'http://127.0.0.1:9/',
  'http://[::1]:9',
  'https://user:pass@127.0.0.1:9',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'config.content.read.objects.contacts',
  'config.content.read.objects.__proto__',
  'metadata.url',
  'secrets',
  '* * * * *',
  '61 * * * *',
  'sandbox',
  'contacts',
];

export const junkText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
  );

const numbers = () =>
  fc.oneof(
    fc.constantFrom(0, -0, 1, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324, 4_294_967_296),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );

const deep = () =>
  fc.integer({ min: 1, max: 60 }).map((depth) => {
    let value: unknown = 'x';
    for (let i = 0; i < depth; i += 1) value = i % 2 ? [value] : { a: value };
    return value;
  });

/** Any JSON value; most values are invalid in any place. */
export const junk = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: junkText() },
    { weight: 2, arbitrary: numbers() },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: null }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: deep() },
    { weight: 1, arbitrary: fc.array(junkText(), { maxLength: 60 }) },
    { weight: 1, arbitrary: fc.dictionary(junkText(), junkText(), { maxKeys: 60 }) },
  );
