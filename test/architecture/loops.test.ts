import { describe, expect, it } from '@jest/globals';
import { namesIn } from './parse.ts';
import { sourceFiles } from './source_files.ts';

/** What runs in production without being asked for. The sandbox and the command line are not services. */
const PRODUCTION = ['lib/', 'services/', 'gateway/', 'connectors/', 'embedded/'];

/** Files that set a timer of their own, and why it is not a loop. */
const TIMERS: Readonly<Record<string, string>> = {
  'lib/time/timer.ts': 'the timer that is injected',
  'lib/batch/batched.ts': 'how long a batch waits for another one',
  'lib/log/line_buffer.ts': 'when buffered lines are written',
  'lib/events/consumer.ts': 'when collected acknowledgements are sent',
  'lib/events/nats_bus.ts': 'a time limit of one publication',
  'lib/db/database_health.ts': 'the wait before the one check of a file, and a time limit of the stop',
  'lib/db/engines/server_watch.ts': 'time limits of statements that wait for an answer',
  'lib/db/engines/bounded_waits.ts': 'refuses statements that wait too long, and runs only while some wait',
  'lib/db/transaction.ts': 'the wait before one transaction is repeated',
  'lib/http/deadlines.ts': 'time limits of one request',
  'lib/hand_over/port.ts': 'a time limit of the stop',
  'lib/http/dialer.ts': 'a time limit of one connection',
  'lib/http/lookup.ts': 'a time limit of one look-up',
  'lib/http/stream.ts': 'time limits of one exchange',
  'lib/http/url_check.ts': 'a time limit of one look-up',
  'lib/process/run_process.ts': 'a time limit of the stop',
  'lib/rpc/in_process.ts': 'the deadline of one call',
  'lib/rpc/server.ts': 'a time limit of the stop',
  'lib/telemetry/otlp.ts': 'a time limit of the stop',
  'gateway/gateway.ts': 'time limits of the stop',
  'gateway/limits/body_time.ts': 'a time limit of one request',
  'services/identity/clients/stripe_api.ts': 'the wait before one call is repeated',
  'services/installation/call_auth/ask_provider.ts': 'the wait before one call is repeated',
  'services/installation/oauth/complete_oauth.ts': 'the wait of one sign-in for another',
  'services/installation/tokens/refresh_tokens.ts': 'the wait of one refresh for another',
  'services/installation/tokens/refresh_under_lease.ts': 'the wait before one refresh is repeated',
  'services/installation/tokens/save_tokens.ts': 'the wait before one write is repeated',
  'services/writes/records/write_records.ts': 'the wait before one call is repeated',
  'services/notifications/jobs/delivery_worker.ts': 'how long a round collects results, and a time limit of the stop',
};

const INTERVALS = ['lib/db/engines/bounded_waits.ts'];

const sources = sourceFiles('.').filter(
  ({ path }) => PRODUCTION.some((folder) => path.startsWith(folder)) && !path.endsWith('.test.ts'),
);

/** Files that name one of these functions, however they get it: by import, under another name, or from globalThis. */
function naming(files: typeof sources, ...names: string[]): string[] {
  return files
    .filter(({ text }) => names.some((name) => text.includes(name)))
    .filter(({ path, text }) => names.some((name) => namesIn(path, text).includes(name) || text.includes(`'${name}'`)))
    .map(({ path }) => path);
}

describe('work that no caller asks for', () => {
  it('runs in the one loop: nothing else sets a timer, but for the time limits and waits of one call', () => {
    expect(naming(sources, 'setTimeout', 'setInterval').toSorted()).toEqual(Object.keys(TIMERS).toSorted());
  });

  it('is not repeated by an interval', () => {
    expect(naming(sources, 'setInterval').toSorted()).toEqual(INTERVALS.toSorted());
  });

  it.each([
    "import { setTimeout as wait } from 'node:timers/promises';",
    "import * as timers from 'node:timers'; timers.setTimeout(round, 10);",
    'setTimeout(round, 10);',
    "globalThis['setTimeout'](round, 10);",
  ])('is found in %s', (text) => {
    expect(naming([{ path: 'lib/a.ts', text }], 'setTimeout')).toEqual(['lib/a.ts']);
  });

  it('is not found in a comment', () => {
    expect(naming([{ path: 'lib/a.ts', text: '// Unlike setTimeout' }], 'setTimeout')).toEqual([]);
  });
});

describe('pages of ours', () => {
  /** A template that begins with a tag or has one before a value, and is not `html`. */
  const BY_HAND =
    /(?<!\bhtml)`[^`]*<\/?(?:a|b|body|button|code|dd|div|dt|form|h1|h2|html|li|main|p|span|ul)\b[^`]*\$\{/;

  it('are made with the tag that escapes', () => {
    const made = sourceFiles('.').filter(
      ({ path }) => /^(gateway|services|sandbox|embedded)\//.test(path) && !path.endsWith('.test.ts'),
    );
    const fragments = made.filter(({ text }) => withoutNested(text).some((template) => BY_HAND.test(template)));
    expect(fragments.map(({ path }) => path)).toEqual([]);
  });
});

/** The lines with a template of their own; the tests of `html` show the rest. */
function withoutNested(text: string): string[] {
  return text.split('\n').filter((line) => !/html`/.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line));
}
