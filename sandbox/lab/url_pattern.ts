/**
 * A URL template of a provider file as a pattern for requests that come in: what the engine fills in, the lab takes out.
 * `{{.workspace}}` is one segment or a part of one, `{parent.id}`, `{object}` and `{part}` may hold slashes.
 */
export type UrlPattern = {
  /** What the placeholders hold in this path, by name; null when the path is another. */
  match(pathname: string): Record<string, string> | null;
  /** Fixed parameters that the template itself carries. */
  query: Record<string, string>;
  /** The longer the fixed text, the more particular the pattern. */
  weight: number;
};

const PLACEHOLDER = /\{\{\s*\.(\w+)\s*\}\}|\{([^{}]+)\}/g;

export function urlPattern(template: string): UrlPattern {
  const names: { name: string; source: string }[] = [];
  const marked = template.replace(PLACEHOLDER, (_all, variable?: string, part?: string) => {
    names.push({ name: variable ?? (part as string), source: variable ? '[^/]*?' : '.+?' });
    return `PLACE${names.length - 1}HOLDER`;
  });
  const { pathname, searchParams } = new URL(marked);
  const unmarked = (text: string) =>
    text.replace(/PLACE(\d+)HOLDER/g, (_all, at: string) => `{${names[Number(at)]?.name}}`);
  const source = literal(pathname.replace(/\/$/, '')).replace(
    /PLACE(\d+)HOLDER/g,
    (_all, at: string) => `(${names[Number(at)]?.source})`,
  );
  const pattern = new RegExp(`^${source}/?$`);
  const order = [...pathname.matchAll(/PLACE(\d+)HOLDER/g)].map(([, at]) => names[Number(at)]?.name as string);
  return {
    match(path) {
      const found = pattern.exec(path);
      return found && Object.fromEntries(order.map((name, at) => [name, decoded(found[at + 1] ?? '')]));
    },
    query: Object.fromEntries([...searchParams].map(([key, value]) => [key, unmarked(value)])),
    weight: pathname.replace(/PLACE\d+HOLDER/g, '').length,
  };
}

function literal(text: string): string {
  return text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
