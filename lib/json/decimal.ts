const NUMBER_PARTS = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;

/**
 * The canonical form of a decimal number of any length: 1.0, 1, 10e-1 and 01 are equal, 1.0000000000000001 differs.
 * Null for text that is not a number.
 */
export function decimalForm(text: string): string | null {
  const [matched, sign, whole = '', fraction = '', exponent = '0'] = NUMBER_PARTS.exec(text) ?? [];
  if (matched === undefined) return null;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return '0';
  const short = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (digits.length - short.length);
  return `${sign === '-' ? '-' : ''}${short}e${power}`;
}
