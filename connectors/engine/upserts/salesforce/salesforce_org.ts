import { ANSWER_LIMITS } from '../../../../lib/http/answer_limits.ts';
import type { OutboundRequest, SendRequest } from '../../../../lib/http/outbound.ts';
import { isObject, type Json, type JsonObject } from '../../../../lib/json/json.ts';
import { bodyOf, failureOf } from '../../answer/classify.ts';
import { toProviderFailure } from '../../answer/exchange.ts';
import { type FailureKind, ProviderFailure } from '../../answer/failure.ts';
import { withinLimits } from '../../answer/limit_failure.ts';
import { readXmlInTurns, writeXml, type XmlElements } from '../../answer/xml.ts';
import { baseUrl } from '../../request/draft.ts';
import type { UpsertTarget } from '../upsert_target.ts';

export const API_VERSION = '60.0';
const METADATA = 'http://soap.sforce.com/2006/04/metadata';
const MAX_QUOTE = 300;
/** The max size of a response. Responses about a few fields or one permission set are far smaller. */
const MAX_BYTES = 8 * 1024 * 1024;

/** One customer's Salesforce org: its Metadata API (SOAP) and its data API (REST). */
export type SalesforceOrg = {
  /** Calls one operation and returns its `result` elements. */
  metadata(operation: string, content: XmlElements): Promise<JsonObject[]>;
  /** Calls the data API. `{version}` in the path stands for the version of the API. */
  get(path: string, query?: Record<string, string>): Promise<Json>;
  /** Like `get`. An error whose code satisfies `isAccepted` counts as success. */
  post(path: string, body: JsonObject, isAccepted: (errorCode: string) => boolean): Promise<void>;
};

/** A client of the org. Each of its functions throws ProviderFailure. */
export function salesforceOrg(
  { provider, variables, auth }: UpsertTarget,
  send: SendRequest,
  now: number,
): SalesforceOrg {
  const base = baseUrl(provider, variables);

  async function answerTo(request: OutboundRequest) {
    return send({ ...request, maxBytes: MAX_BYTES }).catch(toProviderFailure(provider));
  }
  async function rest(method: 'GET' | 'POST', url: URL, isAccepted: (code: string) => boolean, body?: JsonObject) {
    const json = { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) };
    const response = await answerTo({
      method,
      url: url.href,
      headers: { ...json, ...auth.headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = bodyOf(response, provider.displayName);
    if (Array.isArray(answer) && answer.some((one) => isObject(one) && isAccepted(String(one['errorCode']))))
      return null;
    const failure = failureOf(provider, response, answer, now);
    if (failure) throw failure;
    return answer ?? null;
  }
  const dataUrl = (path: string) => new URL(`${base}${path.replace('{version}', `v${API_VERSION}`)}`);

  return {
    async metadata(operation, content) {
      const response = await answerTo({
        method: 'POST',
        url: `${base}/services/Soap/m/${API_VERSION}`,
        headers: { Accept: 'application/xml', 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: "''" },
        body: envelope(sessionOf(auth.headers), operation, content),
      });
      const body = elementAt(
        await withinLimits(provider.displayName, () => readXmlInTurns(response.text, response.limits ?? ANSWER_LIMITS)),
        'Envelope',
        'Body',
      );
      const fault = elementAt(body, 'Fault');
      if (fault) throw faultOf(provider.displayName, fault, response.status);
      const failure = failureOf(provider, response, undefined, now);
      if (failure) throw failure;
      const answer = elementAt(body, `${operation}Response`);
      if (!answer)
        throw new ProviderFailure('providerFault', `${provider.displayName} answered without a SOAP response.`);
      return [answer['result'] ?? []].flat().filter(isObject);
    },
    async get(path, query = {}) {
      const url = dataUrl(path);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return rest('GET', url, () => false);
    },
    async post(path, body, isAccepted) {
      await rest('POST', dataUrl(path), isAccepted, body);
    },
  };
}

/** The SOAP envelope. With `allOrNone: false` each field succeeds or fails on its own. */
function envelope(sessionId: string, operation: string, content: XmlElements): string {
  const namespaces = [
    'xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"',
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  ].join(' ');
  const message = {
    [`soapenv:Envelope ${namespaces}`]: {
      [`soapenv:Header xmlns="${METADATA}"`]: {
        AllOrNoneHeader: { allOrNone: 'false' },
        SessionHeader: { sessionId },
      },
      [`soapenv:Body xmlns="${METADATA}"`]: { [operation]: content },
    },
  };
  return `<?xml version="1.0" encoding="UTF-8"?>${writeXml(message)}`;
}

function sessionOf(headers: Record<string, string>): string {
  const session = /^Bearer (.+)$/i.exec(headers['Authorization'] ?? '')?.[1];
  if (!session) throw new ProviderFailure('credentials', 'The Metadata API of Salesforce needs an access token.');
  return session;
}

const FAULTS: readonly (readonly [RegExp, FailureKind])[] = [
  [/INVALID_SESSION_ID/, 'credentials'],
  [/REQUEST_LIMIT_EXCEEDED/, 'rateLimit'],
  [/SERVER_UNAVAILABLE|UNABLE_TO_LOCK_ROW|UNKNOWN_EXCEPTION|:Server$/, 'providerFault'],
];

function faultOf(name: string, fault: JsonObject, status: number): ProviderFailure {
  const code = textOf(fault['faultcode']);
  const kind = FAULTS.find(([pattern]) => pattern.test(code))?.[1] ?? 'badRequest';
  return new ProviderFailure(kind, `${name} answered: ${textOf(fault['faultstring']).slice(0, MAX_QUOTE)}`, {
    status,
  });
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The element at this path of names, or null. */
export function elementAt(tree: Json | null | undefined, ...names: string[]): JsonObject | null {
  let at: Json | null | undefined = tree;
  for (const name of names) at = isObject(at) ? at[name] : null;
  return isObject(at) ? at : null;
}
