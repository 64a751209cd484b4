import { isLoopbackUrl } from '../lib/config/sandbox_setting.ts';
import { newId } from '../lib/ids/ids.ts';
import { systemCall } from '../lib/rpc/call.ts';
import { rpcClient } from '../lib/rpc/client.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { Trust } from '../lib/trust/trust.ts';

/** Where identity answers, who may ask it, and the public origin of the platform. */
export type Identity = { address: string; trust: Trust; origin: string };

/** A link that signs the first builder in to the console, once and within ten minutes. For the operator's eyes only. */
export async function newSignInLink({ address, trust, origin }: Identity): Promise<string> {
  const client = rpcClient('identity', { address, trust });
  const call = systemCall('start', { newId, clock: systemClock });
  const { builderId } = await client.ensureBootstrap(call, { orgLabel: 'Demo', projectName: 'demo' });
  const { token } = await client.createSignInLink(call, { builderId });
  client.close();
  return `${origin}/console/sign-in#token=${token}`;
}

/** The note of a start about the console. A log must not keep a link that signs somebody in. */
export async function consoleNote(
  { origin, signInLink }: { origin: string; signInLink(): Promise<string> },
  { isTerminal }: { isTerminal: boolean },
): Promise<string> {
  return `Console       ${isTerminal && isLoopbackUrl(origin) ? await signInLink() : `${origin}/console`}`;
}
