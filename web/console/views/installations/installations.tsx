import { useConsole } from '../../place/console_context.ts';
import { InstallationDetail } from './installation_detail.tsx';
import { InstallationList } from './installation_list.tsx';

/** The view at /installations, and at /installations/<integration id>/<installation id>. */
export function Installations() {
  const [integrationId, installationId] = useConsole().place.rest;
  if (integrationId && installationId)
    return <InstallationDetail integrationId={integrationId} installationId={installationId} />;
  return <InstallationList />;
}
