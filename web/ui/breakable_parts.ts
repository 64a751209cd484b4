/** Splits an address or a dotted name after each separator. A line may break between two parts. */
export function breakableParts(text: string): string[] {
  return text.split(/(?<=[/.?&=_])(?=[\p{L}\p{N}])/u);
}
