import { type OutboundOptions, outboundClient } from '../../lib/http/outbound.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';
import { type ProviderCalls, providerCalls } from './provider_calls.ts';
import { type ProviderStreams, providerStreams } from './provider_streams.ts';
import { recorded, recordedStream } from './recorded.ts';

type ProviderDoor = {
  /** Conversations of calls whose answers are read as a whole. */
  calls: ProviderCalls;
  /** Single calls whose bodies flow through. */
  streams: ProviderStreams;
  close(): Promise<void>;
};
type Options = OutboundOptions & { telemetry?: Pick<Telemetry, 'providerCall'> | undefined };

/** Opens the network to external APIs. Only this and the deliverer of webhooks create an outbound client. */
export function openProviderDoor({ telemetry, ...options }: Options): ProviderDoor {
  const { send, stream, close } = outboundClient(options);
  return {
    calls: providerCalls(telemetry ? recorded(send, telemetry) : send),
    streams: providerStreams(telemetry ? recordedStream(stream, telemetry) : stream),
    close,
  };
}
