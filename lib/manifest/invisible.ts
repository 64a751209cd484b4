/**
 * Invisible characters, for a character class of a regular expression: the Unicode categories Cc, Cf, Zl, Zp and Cs
 * (invisible.test.ts). The characters are listed one by one, because other languages read the schema of the manifest,
 * and some regular expressions do not know categories. Characters above U+FFFF are written without an escape, because
 * languages escape them in different ways.
 */
export const INVISIBLE_CHARACTERS = [
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e',
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb',
  '\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}',
].join('');
