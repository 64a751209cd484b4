import { calls, type Service } from '../../trust/arrows.ts';

/**
 * How an event gets from its producer to a consumer without the bus:
 * - `local`: they are the same service;
 * - `pull`: the consumer calls the producer;
 * - `push`: the producer calls the consumer.
 *
 * Direct events use only calls that lib/trust/arrows.ts allows anyway. Undefined when neither service calls the other;
 * a test refuses such a pair in the catalogue.
 */
type Way = 'local' | 'pull' | 'push';

export function wayOf(producer: Service, consumer: Service): Way | undefined {
  if (producer === consumer) return 'local';
  if (calls(consumer, producer)) return 'pull';
  return calls(producer, consumer) ? 'push' : undefined;
}
