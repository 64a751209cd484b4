import { type OutboundOptions, outboundClient } from '../../lib/http/outbound.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';
import { type ProviderCalls, providerCalls } from './provider_calls.ts';
import { type ProviderStreams, providerStreams } from './provider_streams.ts';
import { recorded, recordedStream } from './recorded.ts';

type ProviderDoor = {
  /** Conversations: calls whose responses are buffered. */
  calls: ProviderCalls;
  /** Single calls whose bodies are streamed. */
  streams: ProviderStreams;
  close(): Promise<void>;
};
type Options = OutboundOptions & { telemetry?: Pick<Telemetry, 'providerCall'> | undefined };

/** Creates the HTTP client for external APIs. Only this function and the sender of webhooks create an HTTP client. */
export function openProviderDoor({ telemetry, ...options }: Options): ProviderDoor {
  const { send, stream, close } = outboundClient(options);
  return {
    calls: providerCalls(telemetry ? recorded(send, telemetry) : send),
    streams: providerStreams(telemetry ? recordedStream(stream, telemetry) : stream),
    close,
  };
}
