/** `notChecked`: nothing is wrong with it as far as this machine can tell, because a setting or a right is missing. */
export type Level = 'ok' | 'warning' | 'error' | 'notChecked';

/** One line of `causeway doctor`. `of` names what was looked at, `found` says what is there, `todo` what to do about it. */
export type Check = { level: Level; check: string; of: string; found: string; todo?: string };

/** The state of all: notChecked counts as ok. */
export type Report = { state: 'ok' | 'warning' | 'error'; checks: Check[] };

type Judge = {
  ok(found: string): Check;
  warning(found: string, todo: string): Check;
  error(found: string, todo: string): Check;
  notChecked(found: string, todo?: string): Check;
};

/** Makes the lines of one check. */
export function judge(check: string, of: string): Judge {
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
 * The message of an error on one line, without the stack. The messages of the drivers contain user and host, and no
 * password.
 */
export function messageOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  const said = message || code || String(error);
  const inner = cause ? `: ${messageOf(cause)}` : '';
  return `${said}${inner}`.split('\n').join(' ');
}
