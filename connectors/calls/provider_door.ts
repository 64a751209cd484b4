import { type OutboundOptions, outboundClient } from '../../lib/http/outbound.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';
import { type ProviderCalls, providerCalls } from './provider_calls.ts';
import { recorded } from './recorded.ts';

type ProviderDoor = { calls: ProviderCalls; close(): Promise<void> };
type Options = OutboundOptions & { telemetry?: Pick<Telemetry, 'providerCall'> | undefined };

/** Opens the network to foreign APIs. Nothing else makes a client of it, except the deliverer of webhooks. */
export function openProviderDoor({ telemetry, ...options }: Options): ProviderDoor {
  const { send, close } = outboundClient(options);
  return { calls: providerCalls(telemetry ? recorded(send, telemetry) : send), close };
}
