import { isLoopbackUrl } from '../lib/config/sandbox_setting.ts';
import { newId } from '../lib/ids/ids.ts';
import { systemCall } from '../lib/rpc/call.ts';
import { rpcClient } from '../lib/rpc/client.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { ProcessTrust } from '../lib/trust/trust.ts';

/** The address of identity, the trust with which to call it, and the public origin of the platform. */
export type Identity = { address: string; trust: ProcessTrust; origin: string };

/**
 * Makes a link that signs the first builder in to the console, once and within ten minutes. Show it only to the
 * operator.
 */
export async function newSignInLink({ address, trust, origin }: Identity): Promise<string> {
  const client = rpcClient('identity', { address, trust });
  const call = systemCall('start', { newId, clock: systemClock });
  const { builderId } = await client.ensureBootstrap(call, { orgLabel: 'Demo', projectName: 'demo' });
  const { token } = await client.createSignInLink(call, { builderId });
  client.close();
  return `${origin}/console/sign-in#token=${token}`;
}

/**
 * The line about the console that a start prints. A sign-in link is printed only to a terminal, because a log stores
 * its lines.
 */
export async function consoleNote(
  { origin, signInLink }: { origin: string; signInLink(): Promise<string> },
  { isTerminal }: { isTerminal: boolean },
): Promise<string> {
  return `Console       ${isTerminal && isLoopbackUrl(origin) ? await signInLink() : `${origin}/console`}`;
}
