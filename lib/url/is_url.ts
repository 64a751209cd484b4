/**
 * Whether a text is a URL, by itself or seen from `base`. Not URL.canParse: that of Node 20, once it is called often
 * enough to be compiled, says no to every text with a letter of Latin-1 beyond ASCII (`https://bücher.example/`).
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
