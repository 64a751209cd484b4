import type { Connection } from './connection.ts';

/**
 * True when the credentials may be used now. Credentials without an expiry are usable until the provider rejects them.
 */
export function isUsable({ expireTime, status }: Pick<Connection, 'expireTime' | 'status'>, now: number): boolean {
  return status !== 'bad_credentials' && (expireTime === null || expireTime > now);
}
