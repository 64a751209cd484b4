import { outboundClient, type OutboundOptions } from '../../lib/http/outbound.ts';
import { providerCalls, type ProviderCalls } from './provider_calls.ts';

export type ProviderDoor = { calls: ProviderCalls; close(): Promise<void> };

/** Opens the network to foreign APIs. Nothing else makes a client of it, except the deliverer of webhooks. */
export function openProviderDoor(options: OutboundOptions): ProviderDoor {
  const { send, close } = outboundClient(options);
  return { calls: providerCalls(send), close };
}
