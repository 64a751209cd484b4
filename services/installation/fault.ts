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

/** `$.integrations[0].read.objects[1].schedule` */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${part}`), '$');
}
