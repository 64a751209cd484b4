/** A position in a manifest or a config: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** An error, or a warning about a probable mistake. */
export type Fault = {
  path: Path;
  rule: string;
  message: string;
  suggestion?: string | undefined;
  severity: 'error' | 'warning';
};

export function error(path: Path, rule: string, message: string, suggestion?: string): Fault {
  return { path, rule, message, suggestion, severity: 'error' };
}

export function warning(path: Path, rule: string, message: string, suggestion?: string): Fault {
  return { path, rule, message, suggestion, severity: 'warning' };
}

/** Formats a path, such as `$.integrations[0].read.objects[1].schedule`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${part}`), '$');
}

/**
 * A node of a document that was not checked yet, with its path. The functions below treat a node of the wrong type as
 * missing: only the shape check reports the wrong type, and all other rules skip the node.
 */
export type PathNode = { value: unknown; path: Path };

export function child({ value, path }: PathNode, key: string): PathNode {
  return { value: isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined, path: [...path, key] };
}

export function items({ value, path }: PathNode): PathNode[] {
  return Array.isArray(value) ? value.map((item: unknown, i) => ({ value: item, path: [...path, i] })) : [];
}

export function textOf(node: PathNode): string | undefined {
  return typeof node.value === 'string' ? node.value : undefined;
}

export function isPresent({ value }: PathNode): boolean {
  return value !== undefined && value !== null;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A warning about accepted content. `line` and `column` start at 1, and are 0 when the source has no lines;
 * `suggestion`: may be empty.
 */
export type Warning = {
  message: string;
  line: number;
  column: number;
  path: string;
  rule: string;
  suggestion: string;
};

/** A warning without a position. Paths in a request body have dots: `config.content.read.objects.contacts`. */
export function warningOf({ path, message, rule, suggestion = '' }: Fault): Warning {
  return { message, line: 0, column: 0, path: dottedPath(path), rule, suggestion };
}

function dottedPath(path: Path): string {
  return path.join('.');
}
