/** Replaces control characters except line breaks: a provider's text could contain terminal escape sequences. */
export function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, ' ');
}
