import { decodeJwt } from 'jose';

/** The issuer that a token says it is of, not yet believed; empty when it says none, or is no JWT. */
export function issuerOf(token: string): string {
  try {
    const { iss } = decodeJwt(token);
    return typeof iss === 'string' ? iss : '';
  } catch {
    return '';
  }
}
