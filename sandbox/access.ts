import { Buffer } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './api_error.ts';

/**
 * Checks the credentials of API calls: an API key or an installation's key in `X-Sandbox-Key`, Basic auth, or an access
 * token.
 */
export type Access = {
  /** Throws ApiError 401 when the headers carry no valid credentials. */
  check(headers: IncomingHttpHeaders): Promise<void>;
  /** Revokes the key and the Basic pair. `apiKey`, if given, is the new key. */
  revokeKeys(apiKey?: string): void;
};

type Options = {
  apiKey: string;
  basic: string;
  isAccessToken(token: string): Promise<boolean>;
  isInstallKey(key: string): boolean;
};

export function createAccess({ apiKey, basic, isAccessToken, isInstallKey }: Options): Access {
  const keys: { apiKey: string | null; basic: string | null } = { apiKey, basic };

  async function isKnown(headers: IncomingHttpHeaders): Promise<boolean> {
    const key = headers['x-sandbox-key'];
    if (key !== undefined) return key === keys.apiKey || isInstallKey(String(key));
    const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ');
    if (scheme.toLowerCase() === 'bearer') return isAccessToken(value);
    return scheme.toLowerCase() === 'basic' && Buffer.from(value, 'base64').toString('utf8') === keys.basic;
  }

  return {
    async check(headers) {
      if (await isKnown(headers)) return;
      throw new ApiError(401, 'unauthorized', 'Send X-Sandbox-Key, Basic credentials or a valid access token.', {
        'www-authenticate': 'Bearer realm="sandbox"',
      });
    },
    revokeKeys(next) {
      keys.apiKey = next ?? null;
      keys.basic = null;
    },
  };
}
