/**
 * Authorization in steps, for providers without OAuth. Each step may redirect the customer to a page of the provider,
 * take parameters from the callback, and exchange them for credentials. Like oauth.ts, this module only builds requests
 * and parses responses; the caller sends the requests.
 */
import { Buffer } from 'node:buffer';
import type { OutboundRequest, OutboundResponse } from '../../../lib/http/outbound.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { bodyOf } from '../answer/classify.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { AuthExchange, AuthStep, Provider } from '../file/provider.ts';
import { firstPath } from '../json_path.ts';
import { fillText, fillUrl, placeholders, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';
import { accountFaults } from './account_check.ts';
import { verifiedClaims } from './id_token.ts';

/** `claims`: what the verified ID token says about the person who signed in. */
type Learned = Record<'credentials' | 'metadata' | 'claims', Record<string, string>>;

export function stepsOf({ auth }: Provider): AuthStep[] {
  return auth.type === 'custom' ? (auth.steps ?? []) : [];
}

/**
 * Why the steps of a file are refused: a value from a caller would select the account that a secret of the provider app
 * gives access to. Null when the steps are allowed.
 */
export function stepsRefusal(provider: Provider): string | null {
  const [fault] = accountFaults(provider);
  return fault ? `${fault.keys.join('.')}: ${fault.detail}.` : null;
}

/** The names of callback parameters that differ from the values that are already known (see `confirms` of AuthStep). */
export function unconfirmedParams({ confirms = {} }: AuthStep, given: Variables, values: Variables): string[] {
  return Object.entries(confirms)
    .filter(([name, template]) => (given[name] ?? '').toLowerCase() !== fillText(template, values).toLowerCase())
    .map(([name]) => name);
}

/**
 * The URL that the step redirects the browser to; null when the step only makes calls. `values` include `callbackUrl`,
 * `state` and `codeChallenge`.
 */
export function stepUrl(provider: Provider, { redirect }: AuthStep, values: Variables): string | null {
  return redirect === undefined ? null : fillUrl(redirect, withDefaults(provider, values));
}

/** Whether the callback must carry the `state` that was in the redirect URL. */
export function bindsState({ redirect }: AuthStep): boolean {
  return redirect !== undefined && placeholders(redirect).includes('state');
}

/** The credentials that an exchange computes by base64 encoding, without a call. */
export function base64Credentials(
  provider: Provider,
  { base64 = {} }: AuthExchange,
  values: Variables,
): Record<string, string> {
  const texts = filled(base64, withDefaults(provider, values));
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).toString('base64')]));
}

/** The request of an exchange; null when the exchange makes no call. */
export function exchangeRequest(provider: Provider, exchange: AuthExchange, given: Variables): OutboundRequest | null {
  const values = withDefaults(provider, given);
  const { method = 'POST', url, headers = {}, send = 'form', fields } = exchange;
  if (url === undefined) return null;
  const body = fields && filled(fields, values);
  return {
    method,
    url: fillUrl(url, values),
    headers: {
      Accept: 'application/json',
      ...provider.headers,
      ...(body && { 'Content-Type': send === 'form' ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...filled(headers, values),
    },
    ...(body && { body: send === 'form' ? new URLSearchParams(body).toString() : JSON.stringify(body) }),
  };
}

/**
 * Reads credentials, metadata and verified claims from the response. Throws ProviderFailure: `credentials` when the
 * provider refuses, `rateLimit` on 429, `providerFault` on a 5xx or when a credential is missing, `badRequest` when the
 * ID token is not for this app.
 */
export function readExchange(
  provider: Provider,
  exchange: AuthExchange,
  response: OutboundResponse,
  { clientId, now }: { clientId?: string | undefined; now: number },
): Learned {
  const { status } = response;
  if (status >= 300) {
    const kind = status === 429 ? 'rateLimit' : status >= 500 ? 'providerFault' : 'credentials';
    throw new ProviderFailure(kind, `${provider.displayName} answered the authorization step with ${status}.`, {
      status,
    });
  }
  const body = bodyOf(response, provider.displayName);
  const read = (paths: Record<string, string | string[]> = {}, isNeeded: boolean) =>
    Object.fromEntries(
      Object.entries(paths).flatMap(([name, path]) => {
        const value = scalarText(firstPath(body, path));
        if (!value && isNeeded)
          throw new ProviderFailure('providerFault', `${provider.displayName} sent no ${name}.`, { status });
        return value ? [[name, value]] : [];
      }),
    );
  const { displayName } = provider;
  const { idToken } = exchange;
  return {
    credentials: read(exchange.credentials, true),
    metadata: read(exchange.metadata, false),
    claims: idToken ? verifiedClaims(idToken, bodyOf(response) ?? null, { displayName, clientId, now }) : {},
  };
}

function filled(templates: Record<string, string>, values: Variables): Record<string, string> {
  return Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, fillText(template, values)]));
}
