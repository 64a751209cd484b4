import type { Schema } from '../../../api/contract.ts';
import { Time } from '../../../ui/time.tsx';

/** Why an installation is not healthy, in the platform's words. */
export function HealthReasons({ reasons }: { reasons: readonly Schema<'HealthReason'>[] }) {
  if (reasons.length === 0) return null;
  return (
    <div>
      {reasons.map(({ code, objectName, detail, since }) => (
        <div key={`${code} ${objectName}`}>
          {objectName && <strong>{objectName}: </strong>}
          {detail}{' '}
          <span class="soft">
            (<Time at={since} />)
          </span>
        </div>
      ))}
    </div>
  );
}
