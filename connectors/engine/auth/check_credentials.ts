/**
 * Checks with one call whether a provider accepts credentials: the health check of the provider file, or a page of one
 * record of the first object that one call can read. Only a `credentials` failure shows that the credentials are wrong.
 * A 403 may mean that the key lacks a permission. Another failure or a timeout shows nothing.
 */
import type { SendRequest } from '../../../lib/http/outbound.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Provider } from '../file/provider.ts';
import { findObject, objectNames } from '../objects/objects.ts';
import { declaresPaging } from '../paging/named_paging.ts';
import { readPage } from '../read/read.ts';
import type { CallAuth } from '../request/call_auth.ts';
import { headersOf } from '../request/draft.ts';
import { fillUrl, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';

/** An object that the check reads to test the credentials. */
export type TestObject = { module?: string | undefined; objectName: string };
type Account = { auth: CallAuth; variables: Variables };

/**
 * True when the provider accepted the credentials. False when no call can check them, or when the health check answers
 * with a status that the file does not declare as success. `objects` are tried before the objects of the file. `now`:
 * Unix milliseconds. Throws ProviderFailure: `credentials` when the provider refuses them; another kind when the
 * response says nothing about them, or when a variable of the call is unknown.
 */
export async function checkCredentials(
  provider: Provider,
  account: Account,
  { send, now, objects }: { send: SendRequest; now: () => number; objects: readonly TestObject[] },
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
  { send, now }: { send: SendRequest; now: () => number },
): Promise<boolean> {
  const address = new URL(fillUrl(url, withDefaults(provider, variables)));
  for (const [name, value] of Object.entries(auth.query)) address.searchParams.set(name, value);
  const headers = { ...headersOf({ provider, variables }), ...auth.headers };
  try {
    const { status } = await exchange(provider, { method, url: address.href, headers }, send, now());
    return successStatusCodes.includes(status);
  } catch (error) {
    // Some files declare a 4xx status as success, because the provider returns this status for valid credentials. A
    // refusal in a 2xx body is an error.
    const { status = 0 } = error instanceof ProviderFailure ? error : {};
    if (status >= 300 && successStatusCodes.includes(status)) return true;
    throw error;
  }
}

/** Whether calls of this provider carry no credentials. Such a call cannot check the credentials. */
function isEmpty({ headers, query }: CallAuth): boolean {
  return Object.keys({ ...headers, ...query }).length === 0;
}

/** The objects of the file, beginning with the default module. */
function objectsOf(provider: Provider): TestObject[] {
  return [undefined, ...Object.keys(provider.modules ?? {})].flatMap((module) =>
    objectNames(provider, module)
      .filter((name) => !name.includes('{'))
      .map((objectName) => ({ module, objectName })),
  );
}

/**
 * Whether one call reads the object. Objects with parents, details or parts need several calls; a job changes the
 * provider's data.
 */
function isOneCall(provider: Provider, { module, objectName }: TestObject): boolean {
  const spec = specOf(provider, module, objectName);
  return (
    spec !== null && declaresPaging(spec) && !(spec.unreadable ?? spec.each ?? spec.detail ?? spec.job ?? spec.parts)
  );
}

function specOf(provider: Provider, module: string | undefined, objectName: string) {
  try {
    return findObject(provider, module, objectName).spec;
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}
