import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { inspectNats, type NatsFacts } from '../../lib/events/inspect_nats.ts';
import { STREAM_OWNER, usesBus } from '../../lib/events/nats_rights.ts';
import type { ProcessName } from '../../lib/trust/arrows.ts';
import { type Check, checkLine, messageOf } from './check.ts';
import { clockCheck, measureSkew } from './clock_check.ts';
import { type Deployment, natsUserOf, valueOf } from './deployment.ts';

const MIN_VERSION = [2, 9] as const;
const NAMED = 3;

/** Checks the NATS server once for each process whose address of NATS is set. The embedded form has no NATS server. */
export async function natsChecks({ form, nats, environment, self }: Deployment): Promise<Check[]> {
  if (form === 'embedded') return [];
  const prefix = valueOf(sharedSettings.natsPrefix, environment) ?? 'causeway';
  const checks = await Promise.all(
    nats.map(async ({ setting, value, process }): Promise<Check[]> => {
      const of = process ?? setting;
      if (self === 'gateway' && (process ?? self) === 'gateway')
        return [checkLine('NATS', of).ok('the gateway does not connect')];
      if (value === undefined)
        return [
          checkLine('NATS', of).notChecked(
            `${setting} is not set here.`,
            'Run this command with the settings of a process.',
          ),
        ];
      return serverChecks({ of, setting, url: value, prefix });
    }),
  );
  return checks.flat();
}

type Server = { of: string; setting: string; url: string; prefix: string };

async function serverChecks({ of, setting, url, prefix }: Server): Promise<Check[]> {
  const { user, process } = natsUserOf(url);
  const own = process && usesBus(process) ? process : undefined;
  let facts: NatsFacts;
  try {
    facts = await inspectNats(url, own, prefix);
  } catch (err) {
    return [
      checkLine('NATS', of).error(
        `${user ? `The user ${user} cannot log in, or the server` : 'The server'} does not answer (${messageOf(err)}).`,
        `See that the server runs and has the users of deploy/nats.conf with the passwords of ${setting}. Until then events travel by RPC.`,
      ),
    ];
  }
  return [
    version(of, facts),
    stream(of, facts),
    rights(of, { facts, user, process: own, setting }),
    await clock(of, facts, () => inspectNats(url, own, prefix)),
  ];
}

function version(of: string, { version, hasJetStream }: NatsFacts): Check {
  const line = checkLine('NATS', of);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]))
    return line.error(`NATS ${version} is too old.`, 'Causeway needs nats-server 2.9 or later.');
  if (!hasJetStream)
    return line.error(
      `NATS ${version} runs without JetStream.`,
      'Configure jetstream with a store_dir, as deploy/nats.conf does.',
    );
  return line.ok(`NATS ${version} with JetStream; the user logs in`);
}

function stream(of: string, { stream, hasJetStream }: NatsFacts): Check {
  const line = checkLine('stream', of);
  if (!hasJetStream) return line.notChecked('There is no JetStream.');
  if (stream === 'asExpected') return line.ok('as this version makes it');
  if (stream === 'missing')
    return line.warning('The stream of events does not exist.', 'Start the services: each makes it when it connects.');
  if (stream === 'other')
    return line.warning(
      'The stream of events has other settings than this version makes.',
      `Restart ${STREAM_OWNER}, which changes them, or delete the stream: no event is lost by it.`,
    );
  return line.notChecked('The user may not ask for the stream.', 'Give it the rights in deploy/nats.conf.');
}

type UserOfProcess = { facts: NatsFacts; user: string; process: ProcessName | undefined; setting: string };

function rights(of: string, { facts, user, process, setting }: UserOfProcess): Check {
  const line = checkLine('NATS rights', of);
  if (!user)
    return line.warning(
      'The address names no user: whoever reaches the server can hear every event.',
      `Give each process a user with the rights in deploy/nats.conf, and name it in ${setting}.`,
    );
  if (!process)
    return line.notChecked(
      `The user ${user} has the name of no process that uses NATS, so its rights are not known.`,
      'Name the users as in deploy/nats.conf.',
    );
  if (facts.missing.length > 0)
    return line.error(`The user ${user} may not ${listed(facts.missing)}.`, 'Give it the rights in deploy/nats.conf.');
  if (facts.needless.length > 0)
    return line.warning(
      `The user ${user} may ${listed(facts.needless)}, which it does not need.`,
      'Give it the rights in deploy/nats.conf, and no more.',
    );
  return line.ok(`those of ${process}, as far as they can be asked for without an event`);
}

async function clock(of: string, { serverTime }: NatsFacts, ask: () => Promise<NatsFacts>): Promise<Check> {
  if (serverTime === undefined)
    return checkLine('clock', `NATS of ${of}`).notChecked('This server does not tell its time; from 2.10 on it does.');
  return clockCheck(`NATS of ${of}`, await measureSkew(async () => (await ask()).serverTime ?? Date.now()));
}

function listed(rights: readonly string[]): string {
  const rest = rights.length - NAMED;
  return `${rights.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
