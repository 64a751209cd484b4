import type { Schema } from '../../../api/contract.ts';
import { useConsole, useLinks, useProjectPoll } from '../../place/console_context.ts';
import { DestinationLink } from '../../place/named_links.tsx';
import { ConnectLink } from '../connections/connect_link.tsx';

type Props = { installation: Schema<'Installation'>; reason: Schema<'HealthReason'> };

/** The poll interval in milliseconds. The data changes rarely. */
const EVERY_MS = 30_000;

/** A link with which the builder can remedy a health reason; nothing for a reason without a known remedy. */
export function Remedy({ installation, reason }: Props) {
  const { role } = useConsole();
  const link = useLinks();
  switch (reason.code) {
    case 'badCredentials':
      return role === '' ? null : <ConnectLink connection={installation.connection} />;
    case 'readsFailing':
      return <LastFailed installation={installation} />;
    case 'destinationMissing':
      return <a href={link('destinations')}>Create the destination</a>;
    case 'destinationDisabled':
    case 'destinationFailing':
    case 'recordsHeld':
    case 'recordsUndelivered':
      return <ToDestination id={reason.destinationId} />;
    default:
      return null;
  }
}

function LastFailed({ installation }: Pick<Props, 'installation'>) {
  const link = useLinks();
  const query = { installationId: installation.id, status: 'failure', pageSize: 1 };
  const { data } = useProjectPoll('listOperationsForProject', { query }, { everyMs: EVERY_MS, isQuiet: true });
  const last = data?.results[0];
  return last ? <a href={link('operations', [last.id])}>Log of the last failed operation</a> : null;
}

/** `id` is missing when the destination was deleted, and in reasons that an earlier version stored. */
function ToDestination({ id }: { id: string | undefined }) {
  const link = useLinks();
  if (!id) return <a href={link('destinations')}>To the destinations</a>;
  return <DestinationLink id={id} text="To the destination " />;
}
