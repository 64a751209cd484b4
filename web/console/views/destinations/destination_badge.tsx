import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { destinationState, whyText } from './destination_state.ts';

/** A destination's state; for a failing destination also since when and why. */
export function DestinationBadge({ destination }: { destination: Schema<'Destination'> }) {
  const { word, tone } = destinationState(destination);
  const why = whyText(destination);
  const since = destination.health?.since ?? destination.failingSince;
  return (
    <>
      <Badge {...(tone && { tone })}>{word}</Badge>
      {why && <div>{why}</div>}
      {word !== 'active' && since && (
        <div class="soft">
          since <Time at={since} />
        </div>
      )}
    </>
  );
}
