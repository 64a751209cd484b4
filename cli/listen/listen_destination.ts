import { isUrl } from '../../lib/url/is_url.ts';
import { type Server, ServerFault } from '../server/server.ts';

type Destination = { id: string; metadata: { url?: string }; secrets?: { webhookSigningKey?: string } };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** `formerUrl`: the URL that the destination sent to before; absent if the URL is unchanged. */
type Used = { key: string; formerUrl?: string };

/**
 * Makes a destination send to `url`, and returns its signing key. Creates the destination if the project has no
 * destination of this name. Never changes a destination that sends to another machine, because the receiver on that
 * machine would miss messages.
 */
export async function useDestination(server: Server, name: string, url: string): Promise<Used> {
  const found = await find(server, name);
  if (!found) await server.call('POST', '/destinations', { name, type: 'webhook', metadata: { url } });
  else if (isElsewhere(found)) throw sendsElsewhere(name, found);
  else
    await server.call('PATCH', pathOf(name), {
      updateMask: ['metadata.url', 'status'],
      destination: { metadata: { url }, status: 'active' },
    });
  const formerUrl = found?.metadata.url;
  const key = await signingKey(server, name);
  return formerUrl === undefined || formerUrl === url ? { key } : { key, formerUrl };
}

/** The newest signing key. For a day after a rotation, messages are also signed with the previous key. */
export async function signingKey(server: Server, name: string): Promise<string> {
  const { secrets } = await server.call<Destination>('GET', `${pathOf(name)}?includeSecrets=true`);
  const key = secrets?.webhookSigningKey;
  if (!key) throw new ServerFault(`The destination ${name} has no signing key that this API key may see.`);
  return key;
}

async function find(server: Server, name: string): Promise<Destination | undefined> {
  try {
    return await server.call<Destination>('GET', pathOf(name));
  } catch (error) {
    if (error instanceof ServerFault && error.status === 404) return undefined;
    throw error;
  }
}

function isElsewhere({ metadata: { url = '' } }: Destination): boolean {
  return !isUrl(url) || !LOOPBACK.test(new URL(url).hostname);
}

function sendsElsewhere(name: string, { metadata: { url = '' } }: Destination): ServerFault {
  const host = isUrl(url) ? new URL(url).host : 'another place';
  return new ServerFault(
    `The destination ${name} sends to ${host}, and listen does not redirect it. Give --destination another name.`,
  );
}

function pathOf(name: string): string {
  return `/destinations/${encodeURIComponent(name)}`;
}
