import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { platformAccess, type ServerOptions, unreachable } from './server.ts';

export type ProxiedRequest = {
  method: string;
  /**
   * Path and query at the provider. Sent unchanged, so `fetch` is not used: it would change the path and add its own
   * headers.
   */
  path: string;
  /** The installation: its id, or the name of the integration and the ref of the group. */
  names: Record<string, string>;
  headers: readonly (readonly [name: string, value: string])[];
  body?: string | Readable;
};

/** Sends a request through the proxy of the platform. Throws ServerFault when there is no response. */
export async function sendProxied(options: ServerOptions, sent: ProxiedRequest): Promise<IncomingMessage> {
  const { origin, key, projectId } = await platformAccess(options);
  const { hostname, port, pathname, protocol } = new URL(origin);
  const own = { 'x-amp-proxy-version': '1', 'x-amp-project-id': projectId, 'x-api-key': key, ...sent.names };
  const open = protocol === 'https:' ? httpsRequest : httpRequest;
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const path = `${pathname.replace(/\/+$/, '')}/proxy${sent.path}`;
      const request = open({ hostname, port, method: sent.method, path });
      request.once('response', resolve).once('error', reject);
      for (const [name, value] of [...Object.entries(own), ...sent.headers]) request.appendHeader(name, value);
      if (sent.body instanceof Readable) pipeline(sent.body, request).catch(reject);
      else request.end(sent.body);
    });
  } catch (error) {
    throw unreachable(origin, error);
  }
}
