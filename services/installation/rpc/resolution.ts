import type { DestinationResolution__Output as Message } from '../../../protos/gen/causeway/installation/v1/DestinationResolution.ts';
import type { Resolution } from '../destinations/domain/destination.ts';

export function resolutionOf(message: Message | null): Resolution {
  return message && new Map(message.destinations.map((one) => [one.name, one]));
}
