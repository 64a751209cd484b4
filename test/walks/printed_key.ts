/** The API key that `npm start` printed. */
export function printedKey(output: string): string {
  const [, key] = /API key +(\S+)/.exec(output) ?? [];
  if (!key) throw new Error(`The platform has printed no API key:\n${output}`);
  return key;
}
