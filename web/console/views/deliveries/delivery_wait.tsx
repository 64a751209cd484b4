import type { Schema } from '../../../api/contract.ts';
import { Time } from '../../../ui/time.tsx';
import { waitOf } from './wait_text.ts';

type Props = { delivery: Schema<'Delivery'>; destination: Schema<'Destination'> | undefined };

/** Shows why an open delivery waits, and until when. */
export function DeliveryWait({ delivery, destination }: Props) {
  const wait = waitOf(delivery, destination, Date.now());
  if (!wait) return null;
  return (
    <>
      {wait.text} {wait.at && <Time at={wait.at} />}
    </>
  );
}
