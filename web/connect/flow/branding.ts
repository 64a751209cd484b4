/** The relative luminance of a colour `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white: the one with more contrast on the colour. Its contrast is always at least 4.5 to 1. */
export function textColourOn(colour: string): '#000000' | '#ffffff' {
  const luminance = luminanceOf(colour);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
