import { describe, expect, it } from '@jest/globals';
import { networkAccess } from './network_access.ts';
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
  // These reach no provider.
  'gateway/http/fast_server.ts': 'the server of the REST interface',
  'embedded/platform.ts': 'free ports',
  'cli/doctor/public_address_check.ts': 'calls the platform, at a command line',
  'cli/listen/listen_receiver.ts': 'a server for webhooks, at a command line',
  'cli/listen/listen.ts': 'passes webhooks on, at a command line',
  'cli/server/proxied.ts': 'calls the platform, at a command line',
  'cli/server/server.ts': 'calls the platform, at a command line',
  'services/reads/pages/prefetch_pages.ts': 'a parameter of the name fetch',
};

/** Who makes conversations of a `send` that is not the network. */
const NO_NETWORK: Readonly<Record<string, string>> = {
  'services/reads/replays/replay_page.ts': 'an archive',
};

/** Files that name the type SendRequest: they pass on, or wrap, the `send` of a conversation. */
const WRAPPERS = [
  'services/identity/clients/issuer_keys.ts',
  'services/identity/clients/stripe_api.ts',
  'services/installation/clients/field_connectors.ts',
  'services/reads/archive/archive_page.ts',
  'services/reads/archive/archive_source.ts',
  'services/reads/pages/fetch_page.ts',
  'services/writes/records/send_record.ts',
];

/** Who may talk without budgets: archives, our own suppliers, and a person at a command line. */
const UNMETERED = [
  'cli/read/read_provider.ts',
  'connectors/calls/call_budgets.ts',
  'connectors/calls/meter.ts',
  'services/identity/clients/identity_provider.ts',
  'services/identity/clients/issuer_keys.ts',
  'services/identity/clients/stripe_api.ts',
  'services/reads/replays/replay_page.ts',
];

const production = sourceFiles('.').filter(
  ({ path }) => /^(services|gateway|embedded|cli|connectors)\//.test(path) && !path.endsWith('.test.ts'),
);
const outside = production.filter(({ path }) => !path.startsWith('connectors/'));
const pathsOf = (files: typeof production, pattern: RegExp) =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted();
/** A type or value that a file imports by name. */
const imports = (name: string) => new RegExp(`import [^;]*[{,]\\s*(type )?${name}\\b[^;]*from`);

describe('S3: a call to a provider', () => {
  it('can be made by nobody outside connectors/calls, because nobody else opens the network', () => {
    const openers = production.filter(({ text }) => networkAccess(text).length > 0).map(({ path }) => path);
    expect(openers.toSorted()).toEqual(Object.keys(NETWORK).toSorted());
  });

  it.each([
    "import { outboundClient } from '../../lib/http/outbound.ts';",
    "import { type SendRequest, outboundClient as open } from '../../lib/http/outbound.ts';",
    "import * as http from '../../lib/http/outbound.ts';",
    "export { outboundClient } from '../../lib/http/outbound.ts';",
    "export * from '../../lib/http/outbound.ts';",
    "const { outboundClient } = await import('../../lib/http/outbound.ts');",
    "import { createDialer } from '../../../lib/http/dialer.ts';",
    "import { request } from 'node:http';",
    "import https from 'https';",
    "import { connect } from 'node:tls';",
    "import { Pool } from 'undici';",
    "const { request } = require('node:https');",
    "process.getBuiltinModule('node:http');",
    'return fetch(address);',
    'const send = fetch;',
    "globalThis['fetch'](url);",
    'new WebSocket(url);',
  ])('would be found in: %s', (source) => expect(networkAccess(source)).toHaveLength(1));

  it.each([
    "import type { OutboundRequest, SendRequest } from '../../lib/http/outbound.ts';",
    "import { type SendRequest } from '../../lib/http/outbound.ts';",
    "import type { IncomingMessage } from 'node:http';",
    "import { OutboundError } from '../../lib/http/outbound_error.ts';",
    'const page = await consumer.fetch({ max: 1 }); // fetch(page)',
  ])('is not in: %s', (source) => expect(networkAccess(source)).toEqual([]));

  it('is made in a conversation of the door; others have no network behind them', () => {
    const makers = pathsOf(production, /\bproviderCalls\(/).filter((path) => !path.startsWith('connectors/calls/'));
    expect(makers).toEqual(Object.keys(NO_NETWORK));
  });

  it('is streamed through the door by everybody, because nobody else makes streams', () => {
    const makers = pathsOf(production, /\b(providerStreams|startStream)\(|\bSendStream\b/);
    expect(makers.filter((path) => !path.startsWith('connectors/calls/'))).toEqual([]);
  });

  it('is made with the send of a conversation in every other file', () => {
    const named = pathsOf(outside, /import type \{[^}]*\bSendRequest\b[^}]*\}|, type SendRequest\b/);
    const webhooks = named.filter((path) => path.startsWith('services/notifications/'));
    expect(named).toEqual([...WRAPPERS, ...webhooks].toSorted());
  });

  it('counts against a rate budget, except where no provider is called', () => {
    expect(pathsOf(production, imports('unmetered')).concat('connectors/calls/meter.ts').toSorted()).toEqual(UNMETERED);
  });
});
