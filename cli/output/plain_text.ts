/** Replaces control characters except line breaks, because a provider's text may contain terminal escape sequences. */
export function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, ' ');
}
