import type { Fault, Path } from './fault.ts';

/**
 * A remark on something that was accepted. `line` and `column` start at 1, and are 0 when the source has no lines;
 * `suggestion` is empty when there is none.
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
  return { message, line: 0, column: 0, path: dotted(path), rule, suggestion };
}

function dotted(path: Path): string {
  return path.join('.');
}
