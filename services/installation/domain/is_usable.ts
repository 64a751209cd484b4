import type { Connection } from './connection.ts';

/** Whether calls may be made with these credentials now. One whose end nobody named is good until it is refused. */
export function isUsable({ expireTime, status }: Pick<Connection, 'expireTime' | 'status'>, now: number): boolean {
  return status !== 'bad_credentials' && (expireTime === null || expireTime > now);
}
