/** `notChecked`: the check could not run, because a setting or a right for it is missing here. */
export type Level = 'ok' | 'warning' | 'error' | 'notChecked';

/** One line of `causeway doctor`. `of`: what was checked; `found`: the result; `todo`: what to do about it. */
export type Check = { level: Level; check: string; of: string; found: string; todo?: string };

/** `state`: the worst level of all checks; `notChecked` counts as ok. */
export type Report = { state: 'ok' | 'warning' | 'error'; checks: Check[] };

type Judge = {
  ok(found: string): Check;
  warning(found: string, todo: string): Check;
  error(found: string, todo: string): Check;
  notChecked(found: string, todo?: string): Check;
};

/** Returns functions that make the lines of one check. */
export function checkLine(check: string, of: string): Judge {
  const line = (level: Level) => (found: string, todo?: string) => ({
    level,
    check,
    of,
    found,
    ...(todo !== undefined && { todo }),
  });
  return { ok: line('ok'), warning: line('warning'), error: line('error'), notChecked: line('notChecked') };
}

export function reportOf(checks: Check[]): Report {
  const has = (level: Level) => checks.some((one) => one.level === level);
  return { state: has('error') ? 'error' : has('warning') ? 'warning' : 'ok', checks };
}

/**
 * The message of an error and its causes in one line, without stack. Drivers' messages may have user and host, but no
 * password.
 */
export function messageOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  const said = message || code || String(error);
  const inner = cause ? `: ${messageOf(cause)}` : '';
  return `${said}${inner}`.split('\n').join(' ');
}
