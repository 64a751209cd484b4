/** A provider's texts may hold what a terminal takes for orders. Line breaks stay. */
export function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, ' ');
}
