/**
 * A pattern for incoming requests, made from a URL template of a provider file. It extracts the values that the engine
 * filled in. `{{.workspace}}` matches within one segment; `{parent.id}`, `{object}` and `{part}` may match slashes.
 */
export type UrlPattern = {
  /** The values of the placeholders by name; null when the path does not match. */
  match(pathname: string): Record<string, string> | null;
  /** The query parameters of the template. */
  query: Record<string, string>;
  /** The length of the fixed text. A longer one is more specific. */
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
