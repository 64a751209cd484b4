import { callsService, type Service } from '../../trust/arrows.ts';

/**
 * How an event gets from its producer to a consumer without the bus:
 * - `local`: they are the same service;
 * - `pull`: the consumer calls the producer;
 * - `push`: the producer calls the consumer.
 *
 * Direct events use only calls that lib/trust/arrows.ts allows anyway. Undefined when neither service calls the other;
 * a test refuses such a pair in the catalogue.
 */
type DirectWay = 'local' | 'pull' | 'push';

export function directWayOf(producer: Service, consumer: Service): DirectWay | undefined {
  if (producer === consumer) return 'local';
  if (callsService(consumer, producer)) return 'pull';
  return callsService(producer, consumer) ? 'push' : undefined;
}
