import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source_files.ts';

/**
 * Every call to a foreign server goes through the door of connectors/calls, which masks secrets. `Send` is the network
 * itself. Who has one could call a provider past the door.
 */
const CLIENTS: Readonly<Record<string, string>> = {
  'services/installation/service.ts': 'providerCalls(outbound.send)',
  'services/identity/clients/billing_portal.ts': 'providerCalls(outbound.send)',
  'services/identity/clients/identity_provider.ts': 'providerCalls(outbound.send)',
  'cli/commands/providers_read_command.ts': 'providerCalls(client.send)',
  // makeUseCases gives it to providerCalls; see below.
  'services/reads/service.ts': 'send: outbound.send',
  // A receiver is no provider. services/notifications/destinations/webhook/receiver_answer.ts masks what it answers.
  'services/notifications/service.ts': 'send: outbound.send',
};

/** Files of the services that name the type: they pass on, or wrap, the `send` of a conversation. */
const WRAPPERS = [
  'services/identity/clients/issuer_keys.ts',
  'services/identity/clients/stripe_api.ts',
  'services/installation/clients/field_connectors.ts',
  'services/reads/archive/usecases/archive_page.ts',
  'services/reads/archive/usecases/archive_source.ts',
  'services/reads/pages/usecases/fetch_page.ts',
  'services/reads/rate_limits/usecases/rate_budgets.ts',
];
const NETWORK = ['services/reads/use_cases.ts', 'services/notifications/destinations/webhook/deliver_webhook.ts'];

const production = sourceFiles('.').filter(
  ({ path }) => /^(services|gateway|embedded|cli|connectors)\//.test(path) && !path.endsWith('.test.ts'),
);
const textOf = (path: string) => production.find((file) => file.path === path)?.text ?? '';

describe('S3: a call to a provider', () => {
  it('can be made only where a client of the network is given to the door', () => {
    const makers = production.filter(({ text }) => /\boutboundClient\(/.test(text)).map(({ path }) => path);
    expect(makers.toSorted()).toEqual(Object.keys(CLIENTS).toSorted());
  });

  it.each(Object.entries(CLIENTS))('is not made past the door in %s', (path, use) => {
    const uses = textOf(path)
      .split('\n')
      .filter((line) => /\b(outbound|client)\.send\b/.test(line));
    expect(uses).toHaveLength(1);
    expect(uses[0]).toContain(use);
  });

  it('is not made past the door by the use cases of reads', () => {
    const text = textOf('services/reads/use_cases.ts');
    expect(text.match(/deps\.send\b/g)).toHaveLength(1);
    expect(text).toContain('providerCalls(deps.send)');
    const receivers = production
      .filter(({ path, text: one }) => path.startsWith('services/reads/') && /^ {2}send: Send;$/m.test(one))
      .map(({ path }) => path);
    expect(receivers).toEqual(['services/reads/use_cases.ts']);
  });

  it('is made with the send of a conversation in every other file of the services', () => {
    const named = production
      .filter(
        ({ path, text }) =>
          path.startsWith('services/') && /import type \{[^}]*\bSend\b[^}]*\}|, type Send\b/.test(text),
      )
      .map(({ path }) => path);
    expect(named.toSorted()).toEqual([...WRAPPERS, ...NETWORK].toSorted());
  });

  it('is never made with fetch, which has neither a guard nor a mask', () => {
    const inServer = production.filter(
      ({ path }) => !path.startsWith('cli/') && !path.startsWith('gateway/reference/'),
    );
    expect(inServer.filter(({ text }) => /\b(globalThis\.fetch|await fetch\((url|request|`|'))/.test(text))).toEqual(
      [],
    );
  });
});
