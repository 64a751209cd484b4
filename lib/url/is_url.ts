/**
 * Whether a text is a URL, absolute or relative to `base`. Does not use URL.canParse: in Node 20, once optimised by the
 * JIT, it rejects every text with a non-ASCII Latin-1 letter (`https://bücher.example/`).
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
