import { describe, expect, it } from '@jest/globals';
import { namesIn, parse } from './parse.ts';
import { sourceFiles } from './source_files.ts';

/**
 * connectors/calls is the one door to providers: it masks secrets and takes permits of the rate budgets. Every other file
 * gets the `send` of a conversation from it. `outboundClient` is the network itself; who has one could call a provider
 * past the door.
 */
const NETWORK: Readonly<Record<string, string>> = {
  'connectors/calls/provider_door.ts': 'the door',
  // A receiver of webhooks is no provider: it has no account, no credentials of a customer and no rate budget.
  'services/notifications/service.ts': 'webhooks',
};

/** Who makes conversations of a `send` that is not the network. */
const NO_NETWORK: Readonly<Record<string, string>> = {
  'services/reads/replays/usecases/replay_page.ts': 'an archive',
};

/** Files that name the type Send: they pass on, or wrap, the `send` of a conversation. */
const WRAPPERS = [
  'services/identity/clients/issuer_keys.ts',
  'services/identity/clients/stripe_api.ts',
  'services/installation/clients/field_connectors.ts',
  'services/reads/archive/usecases/archive_page.ts',
  'services/reads/archive/usecases/archive_source.ts',
  'services/reads/pages/usecases/fetch_page.ts',
];

/** Who may talk without budgets: archives, our own suppliers, and a person at a command line. */
const UNMETERED = [
  'cli/commands/providers_read_command.ts',
  'connectors/calls/call_budgets.ts',
  'connectors/calls/meter.ts',
  'services/identity/clients/issuer_keys.ts',
  'services/identity/clients/stripe_api.ts',
  'services/reads/replays/usecases/replay_page.ts',
];

const production = sourceFiles('.').filter(
  ({ path }) => /^(services|gateway|embedded|cli|connectors)\//.test(path) && !path.endsWith('.test.ts'),
);
const outside = production.filter(({ path }) => !path.startsWith('connectors/'));
/** Files that import or pass on more than types of a module, under whatever name. */
const usersOf = (files: typeof production, module: RegExp) =>
  files
    .filter(({ text }) => /\/http\/|provider_calls|node:|undici/.test(text))
    .filter(({ path, text }) =>
      parse(path, text).imports.some(({ specifier, typeOnly }) => !typeOnly && module.test(specifier)),
    )
    .map(({ path }) => path)
    .toSorted();
/** Files that declare or use a name. */
const naming = (files: typeof production, name: string) =>
  files
    .filter(({ path, text }) => text.includes(name) && namesIn(path, text).includes(name))
    .map(({ path }) => path)
    .toSorted();

/** Modules of Node that open connections, and who uses them otherwise. */
const SOCKETS = /^(node:(https?|http2|net|tls|dgram)|undici)$/;
const SERVERS = ['embedded/platform.ts', 'gateway/http/fast_server.ts'];

describe('S3: a call to a provider', () => {
  it('can be made by nobody outside connectors/calls, because nobody else opens the network', () => {
    expect(usersOf(production, /lib\/http\/outbound\.ts$/)).toEqual(Object.keys(NETWORK).toSorted());
    expect(usersOf(production, /lib\/http\/(dialer|origin_pools)\.ts$/)).toEqual([]);
    const inLib = sourceFiles('.').filter(({ path }) => path.startsWith('lib/') && !path.endsWith('.test.ts'));
    expect(usersOf(inLib, /\/outbound\.ts$/)).toEqual([]);
  });

  it('is made in a conversation of the door; others have no network behind them', () => {
    const makers = usersOf(production, /\/provider_calls\.ts$/);
    expect(makers.filter((path) => !path.startsWith('connectors/calls/'))).toEqual(Object.keys(NO_NETWORK));
  });

  it('is made with the send of a conversation in every other file', () => {
    const webhooks = naming(outside, 'Send').filter((path) => path.startsWith('services/notifications/'));
    expect(naming(outside, 'Send')).toEqual([...WRAPPERS, ...webhooks].toSorted());
  });

  it('counts against a rate budget, except where no provider is called', () => {
    expect(naming(production, 'unmetered')).toEqual(UNMETERED);
  });

  it('is never made past the client of the network', () => {
    const inServer = production.filter(({ path }) => !path.startsWith('cli/'));
    expect(usersOf(inServer, SOCKETS)).toEqual(SERVERS);
    // The page at /docs calls the API of its own server; it is no module of TypeScript.
    expect(naming(inServer, 'fetch')).toEqual([]);
  });

  it.each([
    "export { outboundClient } from '../../lib/http/outbound.ts';",
    "import * as network from '../../lib/http/outbound.ts';",
    "const { outboundClient: open } = await import('../../lib/http/outbound.ts');",
  ])('is found in %s', (text) => {
    expect(usersOf([{ path: 'services/reads/a.ts', text }], /lib\/http\/outbound\.ts$/)).toHaveLength(1);
  });
});
