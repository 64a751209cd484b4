/**
 * No value from a caller may select the account that a secret of the builder's provider app gives access to. Such a
 * secret opens the data of all customers of the builder, so a caller that names the account would get another
 * customer's data. Only a response that we fetched may select the account, such as the verified claims of an ID token.
 *
 * The check follows the values through the steps of a file (taint analysis). `named`: values that a caller sends, or
 * that a response repeats. `secrets`: the app's secret, values computed from it, and tokens that were obtained with it.
 */

import type { PathFault } from '../file/path_fault.ts';
import type { AuthExchange, AuthStep, CustomFacts, Provider } from '../file/provider.ts';
import { hasOpenHost, isOwnDomain } from '../request/open_host.ts';
import { placeholders } from '../request/template.ts';
import { authTemplates, needsPinnedHost } from './oauth.ts';

/**
 * Callback parameters that prove the customer's consent. The provider issued the value for one account, so the caller
 * cannot select another account with it.
 */
const PROOFS = ['code'];
/** Values that Causeway sets and a caller cannot choose. */
const OURS = ['clientId', 'callbackUrl', 'state', 'codeChallenge', 'codeVerifier'];

type Known = { named: Set<string>; secrets: Set<string> };

/**
 * The steps in which a caller could select the account, or the host that gets the app's secret. Such steps are refused.
 */
export function accountFaults(provider: Provider): PathFault[] {
  const { auth } = provider;
  if (auth.type !== 'custom') return [];
  const known: Known = {
    named: new Set([...(provider.variables ?? []), ...(auth.inputs ?? [])].map(({ name }) => name)),
    secrets: new Set(['clientSecret', ...(auth.providerInputs ?? []).map(({ name }) => name)]),
  };
  known.secrets.delete('clientId');
  const faults = (auth.steps ?? []).flatMap((step, i) =>
    stepFaults(provider, step, known, ['auth', 'steps', String(i)]),
  );
  return [...faults, ...callFaults(provider, auth, known)];
}

/**
 * Faults of ID tokens that come from endpoints without TLS. Other http URLs are limited by the lab and the egress
 * rules.
 */
export function idTokenFaults({ auth }: Provider): PathFault[] {
  const steps = auth.type === 'custom' ? (auth.steps ?? []) : [];
  return steps.flatMap(({ exchange = [] }, step) =>
    exchange.flatMap(({ idToken, url = '' }, i) =>
      idToken && !url.startsWith('https://')
        ? [
            {
              keys: ['auth', 'steps', String(step), 'exchange', String(i), 'idToken'],
              detail: 'needs an https URL: TLS proves who issued the token',
            },
          ]
        : [],
    ),
  );
}

/** Sign-in endpoints that get the app's secret although a caller decides the host. */
export function signInHostFaults(provider: Provider): PathFault[] {
  const { auth } = provider;
  if (auth.type !== 'oauth2') return [];
  const keys = ['auth', 'tokenURL'];
  const [open] = authTemplates(provider).filter(hasOpenHost);
  const wide = (auth.authHosts ?? []).filter((host) => host.startsWith('.') && !isOwnDomain(host));
  const isUnpinned = needsPinnedHost(provider) && !auth.hostsOnApp;
  return [
    ...wide.map((host) => ({ keys: ['auth', 'authHosts'], detail: `"${host}" is no domain of one provider` })),
    ...(isUnpinned
      ? [
          {
            keys,
            detail: `a caller decides the host of ${open}, which gets the secret of the provider app`,
            hint: 'End the host in a domain of the provider, list `authHosts`, or write `hostsOnApp: true`.',
          },
        ]
      : []),
    ...(auth.hostsOnApp && !needsPinnedHost(provider)
      ? [{ keys: ['auth', 'hostsOnApp'], detail: 'is not needed: the file pins the hosts of the sign-in' }]
      : []),
  ];
}

function stepFaults(provider: Provider, step: AuthStep, known: Known, keys: string[]): PathFault[] {
  for (const name of step.callbackParams ?? []) if (!OURS.includes(name)) known.named.add(name);
  const isBound = step.redirect !== undefined && placeholders(step.redirect).includes('state');
  const usesApp = placeholders(JSON.stringify(step)).some((name) => name === 'clientId' || known.secrets.has(name));
  const page = usesApp && !provider.sandbox && hasOpenHost(step.redirect ?? '');
  return [
    ...(page ? [openHost([...keys, 'redirect'])] : []),
    ...(step.exchange ?? []).flatMap((exchange, i) =>
      exchangeFaults(provider, exchange, { known, isBound, keys: [...keys, 'exchange', String(i)] }),
    ),
  ];
}

/** `isBound`: the redirect URL of the step contains `state`. `keys`: the path of the exchange in the file. */
type ExchangeContext = { known: Known; isBound: boolean; keys: string[] };

function exchangeFaults(
  provider: Provider,
  exchange: AuthExchange,
  { known, isBound, keys }: ExchangeContext,
): PathFault[] {
  const { base64 = {}, url = '', headers = {}, fields = {} } = exchange;
  for (const [name, template] of Object.entries(base64)) taint(known, name, placeholders(template));
  const texts = [url, ...Object.values(headers), ...Object.values(fields)];
  const used = texts.flatMap(placeholders);
  const carriesSecret = used.some((name) => known.secrets.has(name));
  const proofs = isBound ? Object.values(fields).filter((text) => isProof(text, known)) : [];
  // A code gives access only to the account that it was issued for, so a tenant in the URL of the exchange selects no
  // other account.
  const open = texts.filter((text) => !proofs.includes(text) && !(proofs.length > 0 && text === url));
  const named = open.flatMap(placeholders);
  const selectors = [...new Set(named.filter((name) => known.named.has(name)))];
  learn(exchange, known, { isNamed: selectors.length > 0, buysForApp: carriesSecret && proofs.length === 0 });
  if (!carriesSecret) return [];
  return [
    ...(selectors.length > 0 ? [selected(keys, selectors)] : []),
    ...(!provider.sandbox && hasOpenHost(url) ? [openHost([...keys, 'url'])] : []),
  ];
}

/** Whether the field has only a proof, such as `code`. A proof counts only in a step whose redirect URL has `state`. */
function isProof(text: string, { named }: Known): boolean {
  const [name = '', ...more] = placeholders(text);
  return more.length === 0 && PROOFS.includes(name) && named.has(name);
}

function taint(known: Known, name: string, sources: string[]): void {
  if (sources.some((source) => known.secrets.has(source))) known.secrets.add(name);
  if (sources.some((source) => known.named.has(source))) known.named.add(name);
}

/**
 * Adds the values of a response. A value that was obtained with the app's secret and without a customer's proof
 * (`buysForApp`) is a secret of the app. A response to a caller's value (`isNamed`) may repeat it. Verified claims of
 * an ID token identify the person who signed in, so a caller cannot choose these values.
 */
function learn(
  exchange: AuthExchange,
  known: Known,
  { isNamed, buysForApp }: { isNamed: boolean; buysForApp: boolean },
) {
  for (const name of Object.keys(exchange.credentials ?? {})) {
    known.named.delete(name);
    if (isNamed) known.named.add(name);
    if (buysForApp) known.secrets.add(name);
  }
  for (const name of Object.keys(exchange.idToken?.claims ?? {})) known.named.delete(name);
}

/** Later calls with a secret of the app must not have a caller's values in their URLs. */
function callFaults(provider: Provider, { headers = {}, query = {} }: CustomFacts, { secrets }: Known): PathFault[] {
  const sent = [...Object.values(headers), ...Object.values(query)].flatMap(placeholders);
  if (!sent.some((name) => secrets.has(name))) return [];
  const { auth: _auth, constants: _constants, ...rest } = provider;
  const selectors = [...new Set(placeholders(JSON.stringify(rest)))].filter((name) => !secrets.has(name));
  return selectors.length > 0 ? [selected(['auth', 'headers'], selectors)] : [];
}

function selected(keys: string[], names: string[]): PathFault {
  return {
    keys,
    detail: `a caller decides ${names.join(', ')}, and so the account that a secret of the provider app opens`,
    hint: 'Take the account from an answer to a code that the customer consented to, such as a claim of its ID token.',
  };
}

function openHost(keys: string[]): PathFault {
  return {
    keys,
    detail: 'a caller decides the host, although the call uses the provider app',
    hint: 'End the host in a domain of the provider.',
  };
}
