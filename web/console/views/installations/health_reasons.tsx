import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { Remedy } from './remedy.tsx';

/** The health of an installation in a word. With warnings only, it is neither called unhealthy nor shown green. */
export function HealthBadge({
  installation: { healthStatus, healthReasons },
}: {
  installation: Schema<'Installation'>;
}) {
  if (healthStatus !== 'healthy' || healthReasons.length === 0) return <Badge>{healthStatus}</Badge>;
  return <Badge tone="warn">healthy, with a warning</Badge>;
}

/** Why an installation is not healthy, in the platform's words, and what to do about each reason. */
export function HealthReasons({ installation }: { installation: Schema<'Installation'> }) {
  const { healthReasons } = installation;
  if (healthReasons.length === 0) return null;
  return (
    <div>
      {healthReasons.map((reason) => (
        <div key={`${reason.code} ${reason.objectName}`}>
          {reason.objectName && <strong>{reason.objectName}: </strong>}
          {reason.detail}{' '}
          <span class="soft">
            (<Time at={reason.since} />)
          </span>{' '}
          <Remedy installation={installation} reason={reason} />
        </div>
      ))}
    </div>
  );
}
