/** The parts of an address or a dotted name, between which a line may break: after each sign, never inside a word. */
export function breakableParts(text: string): string[] {
  return text.split(/(?<=[/.?&=_])(?=[\p{L}\p{N}])/u);
}
