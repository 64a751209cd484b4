/**
 * The URL of a text, absolute or relative to `base`; undefined when the text is not a URL. Does not use URL.canParse: in
 * Node 20, once optimised by the JIT, it rejects every text with a non-ASCII Latin-1 letter (`https://bücher.example/`).
 */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether a text is a URL, absolute or relative to `base`. */
export function isUrl(text: string, base?: string): boolean {
  return parsedUrl(text, base) !== undefined;
}
