/** Matches a text with a template of `{placeholders}`. Returns the captured values by name, or null. */
export function matchText(template: string, text: string): Record<string, string> | null {
  if (!template.includes('{')) return template === text ? {} : null;
  const { regex, names } = compiled(template);
  const found = regex.exec(text);
  return found && Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
}

type Compiled = { regex: RegExp; names: string[] };
const known = new Map<string, Compiled>();

function compiled(template: string): Compiled {
  const before = known.get(template);
  if (before) return before;
  const names: string[] = [];
  const source = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(
      /\{\{\s*\\\.(\w+)\s*\}\}|\{([\w.\\]+)\}(?=(\{?))/g,
      (_all, variable?: string, name?: string, next?: string) => {
        names.push(variable ?? name?.replaceAll('\\', '') ?? '');
        // Of two adjacent placeholders the first is a name without spaces; the second starts with a space if present.
        return next ? '(\\S+)' : '([\\s\\S]*?)';
      },
    )
    .replace(/[{}]/g, '\\$&');
  const made = { regex: new RegExp(`^${source}$`), names };
  known.set(template, made);
  return made;
}

/** The length of the template without its placeholders. */
export function fixedLength(template: string): number {
  return template.replace(/\{\{[^}]*\}\}|\{[\w.]+\}/g, '').length;
}
