import type { ReceiverStats } from '../../testbed/receiver_process.ts';

/** A record that was refused, not verified or delivered under two message ids. */
export function deliveryFailures({ messages, records, verified, rejected }: ReceiverStats, expected: number): string[] {
  return [
    ...(rejected > 0 ? [`The receiver refused ${rejected} messages.`] : []),
    ...(verified < messages ? [`The receiver verified ${verified} of ${messages} messages.`] : []),
    ...(records !== expected ? [`The receiver had ${records} records, not ${expected}.`] : []),
  ];
}
