import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import { hasProxy, proxyBase } from '../../connectors/engine/proxy/proxy_base.ts';
import { proxyHeaders } from '../../connectors/engine/proxy/proxy_headers.ts';
import { proxyUrl } from '../../connectors/engine/proxy/proxy_url.ts';
import { placeholders } from '../../connectors/engine/request/template.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { type OutboundClient, outboundClient } from '../../lib/http/outbound.ts';
import { type Exchange, loadCases } from '../../scripts/replay/replay_case.ts';
import { pathIn, providerOf, withOrigin } from '../../scripts/replay/replayed_provider.ts';
import { type ProxiedProvider, startProxiedProvider } from '../support/proxied_provider.ts';

/** The recordings are not part of the repository. */
const recordings = assetPath('../shared/replay');
const isThere = existsSync(recordings);

type Figures = Record<'fits' | 'noFile' | 'noProxy' | 'otherBase' | 'differs', number>;

describe('recorded calls of any kind, through the proxy', () => {
  let server: ProxiedProvider;
  let client: OutboundClient;
  beforeAll(async () => {
    server = await startProxiedProvider();
    client = outboundClient({ allow: ['127.0.0.1'], allowHttp: true });
  });
  afterAll(async () => {
    await client.close();
    await server.stop();
  });

  it('arrive unchanged where they lie below the base: method, path, query and body', async () => {
    if (!isThere) {
      process.stderr.write('Not run: recorded calls through the proxy, because ../shared/replay does not exist.\n');
      return;
    }
    const figures: Figures = { fits: 0, noFile: 0, noProxy: 0, otherBase: 0, differs: 0 };
    const catalogue = loadProviders();
    const faults: string[] = [];
    for (const one of loadCases(recordings).filter(({ kind }) => kind === 'action-read' || kind === 'action-write')) {
      const provider = providerOf(one, catalogue);
      for (const { request } of one.exchanges) {
        const found = provider && below(pathIn(provider.baseURL), request.path);
        if (!provider) figures.noFile += 1;
        else if (!hasProxy(provider)) figures.noProxy += 1;
        else if (!found) figures.otherBase += 1;
        else {
          const target = found.rest + queryOf(request);
          const variables = { ...defaults(provider.baseURL), ...found.variables };
          const body = bodyOf(request);
          const moved = withOrigin(provider, server.url);
          const auth = { headers: {}, query: {} };
          const answer = await client.stream({
            method: request.method,
            url: proxyUrl(proxyBase({ provider: moved, variables }), target, auth),
            headers: proxyHeaders(headersOf(request), { provider: { ...moved, headers: {} }, auth, variables }),
            body,
            account: '',
            headTimeoutMs: 30_000,
            idleMs: 30_000,
            maxRequestBytes: 1_000_000_000,
            maxResponseBytes: 1_000_000_000,
          });
          answer.body.resume();
          await answer.ended;
          const got = server.received.pop();
          const isSame =
            got?.method === request.method &&
            got.url === request.path + queryOf(request) &&
            Buffer.compare(got.body, body ?? Buffer.alloc(0)) === 0;
          if (isSame) figures.fits += 1;
          else {
            figures.differs += 1;
            faults.push(`${one.case}: ${got?.method} is not ${request.method}, or path, query or body differ`);
          }
        }
      }
    }
    process.stderr.write(`recorded calls through the proxy: ${JSON.stringify(figures)}\n`);
    expect(faults).toEqual([]);
    expect(figures.fits).toBeGreaterThanOrEqual(546);
  });
});

/** The rest of a path below a base, with the values that it has for the variables of the base. */
function below(base: string, path: string): { rest: string; variables: Record<string, string> } | undefined {
  const root = base.replace(/\/+$/, '');
  const names = placeholders(root);
  const literals = root.split(/\{\{\.\w+\}\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const match = new RegExp(`^${literals.join('([^/]+)')}(/.*|)$`).exec(path);
  if (!match) return undefined;
  const variables = Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']));
  return { rest: match.at(-1) || '/', variables };
}

/** Variables of the host: the recording's server stands in for it. */
function defaults(baseURL: string): Record<string, string> {
  return Object.fromEntries(placeholders(baseURL).map((name) => [name, 'x']));
}

function queryOf({ query }: Exchange['request']): string {
  const text = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
    ),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

function bodyOf({ body }: Exchange['request']): Buffer | null {
  if (body === undefined) return null;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function headersOf({ headersSubset }: Exchange['request']): [string, string][] {
  return Object.entries(headersSubset ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && /^[\w-]+$/.test(name) ? [[name, value] as [string, string]] : [],
  );
}
