/**
 * One cheap call that shows whether a provider accepts credentials: the health check of its file, or else a page of one
 * record of the first object that a single call reads. Only a refusal of the credentials themselves says that they are
 * wrong: a 403 may mean a permission that the key lacks, and a failure or no answer says nothing.
 */
import type { Send } from '../../../lib/http/outbound.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Provider } from '../file/provider.ts';
import { findObject, objectNames } from '../objects/objects.ts';
import { namesPaging } from '../paging/named_paging.ts';
import { readPage } from '../read/read.ts';
import type { CallAuth } from '../request/call_auth.ts';
import { headersOf } from '../request/draft.ts';
import { fillUrl, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';

export type CheckedObject = { module?: string | undefined; objectName: string };
type Account = { auth: CallAuth; variables: Variables };

/**
 * True when the provider accepted the credentials, false when there is nothing to ask. `objects` come before those of the
 * file. `now`: Unix milliseconds. Throws ProviderFailure: `credentials` for a refusal of
 * them, another kind when the answer says nothing about them, or when a variable of the call is not known.
 */
export async function checkCredentials(
  provider: Provider,
  account: Account,
  { send, now, objects }: { send: Send; now: () => number; objects: readonly CheckedObject[] },
): Promise<boolean> {
  if (provider.auth.type !== 'none' && isEmpty(account.auth)) return false;
  if (provider.healthCheck) return checkHealth(provider, provider.healthCheck, account, { send, now });
  const object = [...objects, ...objectsOf(provider)].find((one) => isOneCall(provider, one));
  if (!object) return false;
  await readPage({ provider, ...object, ...account, fields: [], pageSize: 1 }, null, send, { now });
  return true;
}

async function checkHealth(
  provider: Provider,
  { method = 'GET', url, successStatusCodes = [200, 204] }: NonNullable<Provider['healthCheck']>,
  { auth, variables }: Account,
  { send, now }: { send: Send; now: () => number },
): Promise<boolean> {
  const address = new URL(fillUrl(url, withDefaults(provider, variables)));
  for (const [name, value] of Object.entries(auth.query)) address.searchParams.set(name, value);
  const headers = { ...headersOf({ provider, variables }), ...auth.headers };
  try {
    const { status } = await exchange(provider, { method, url: address.href, headers }, send, now());
    return successStatusCodes.includes(status);
  } catch (error) {
    // A provider may answer a key that is right with a 4xx here. A refusal in the body of a 2xx is one.
    const { status = 0 } = error instanceof ProviderFailure ? error : {};
    if (status >= 300 && successStatusCodes.includes(status)) return true;
    throw error;
  }
}

/** A call without the credentials says nothing about them: this scheme is not attached to calls. */
function isEmpty({ headers, query }: CallAuth): boolean {
  return Object.keys({ ...headers, ...query }).length === 0;
}

/** Those of the default module first. */
function objectsOf(provider: Provider): CheckedObject[] {
  return [undefined, ...Object.keys(provider.modules ?? {})].flatMap((module) =>
    objectNames(provider, module)
      .filter((name) => !name.includes('{'))
      .map((objectName) => ({ module, objectName })),
  );
}

/** A list below each parent and details of each record take more calls, and a job makes something at the provider. */
function isOneCall(provider: Provider, { module, objectName }: CheckedObject): boolean {
  const spec = specOf(provider, module, objectName);
  return spec !== null && namesPaging(spec) && !(spec.unreadable ?? spec.each ?? spec.detail ?? spec.job ?? spec.parts);
}

function specOf(provider: Provider, module: string | undefined, objectName: string) {
  try {
    return findObject(provider, module, objectName).spec;
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}
