import { describe, expect, it } from '@jest/globals';
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
  'lib/db/engines/server_watch.ts': 'time limits of statements that wait for an answer',
  'lib/db/engines/bounded_waits.ts': 'refuses statements that wait too long, and runs only while some wait',
  'lib/db/transaction.ts': 'the wait before one transaction is repeated',
  'lib/http/deadlines.ts': 'time limits of one request',
  'lib/http/dialer.ts': 'a time limit of one connection',
  'lib/http/lookup.ts': 'a time limit of one look-up',
  'lib/http/url_check.ts': 'a time limit of one look-up',
  'lib/process/run_process.ts': 'a time limit of the stop',
  'lib/rpc/in_process.ts': 'the deadline of one call',
  'lib/rpc/server.ts': 'a time limit of the stop',
  'gateway/gateway.ts': 'time limits of the stop',
  'services/identity/clients/stripe_api.ts': 'the wait before one call is repeated',
  'services/installation/call_auth/usecases/ask_provider.ts': 'the wait before one call is repeated',
  'services/installation/oauth/usecases/complete_oauth.ts': 'the wait of one sign-in for another',
  'services/installation/tokens/usecases/refresh_tokens.ts': 'the wait of one refresh for another',
  'services/installation/tokens/usecases/refresh_under_lease.ts': 'the wait before one refresh is repeated',
  'services/installation/tokens/usecases/save_tokens.ts': 'the wait before one write is repeated',
  'services/reads/jobs/worker.ts': 'heartbeats of leases and the poll of the claims; part of what a run of work is',
  'lib/work/worker/worker.ts': 'the same',
  'lib/work/worker/heart.ts': 'the same',
  'services/notifications/jobs/delivery_worker.ts': 'how long a round collects results, and a time limit of the stop',
};

const INTERVALS = [
  'lib/db/engines/bounded_waits.ts',
  'services/reads/jobs/worker.ts',
  'lib/work/worker/worker.ts',
  'lib/work/worker/heart.ts',
];

const sources = sourceFiles('.').filter(
  ({ path }) => PRODUCTION.some((folder) => path.startsWith(folder)) && !path.endsWith('.test.ts'),
);

describe('work that no caller asks for', () => {
  it('runs in the one loop: nothing else sets a timer, but for the time limits and waits of one call', () => {
    const setting = sources
      .filter(({ text }) => /import \{[^}]*\bset(Timeout|Interval)\b[^}]*\} from 'node:timers(\/promises)?'/.test(text))
      .map(({ path }) => path);
    expect(setting.filter((path) => !TIMERS[path])).toEqual([]);
    const read = new Set(sources.map(({ path }) => path));
    expect(Object.keys(TIMERS).filter((path) => !setting.includes(path) && read.has(path))).toEqual([]);
  });

  it('is not repeated by an interval', () => {
    const repeating = sources.filter(({ text }) => /\bsetInterval\(/.test(text)).map(({ path }) => path);
    expect(repeating.filter((path) => !INTERVALS.includes(path))).toEqual([]);
  });

  it('names no timer that needs no import', () =>
    expect(sources.filter(({ text }) => /\b(globalThis|global)\.set(Timeout|Interval)\b/.test(text))).toEqual([]));
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
