/**
 * The source of a compiled file: `dist/gateway/main.js` is built from `gateway/main.ts`. Other paths are returned
 * unchanged.
 */
export function sourceOf(path: string): string {
  return path.replace(/^\.?\/?dist\/(.+)\.js$/, '$1.ts');
}
