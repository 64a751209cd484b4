import { useEffect, useState } from 'preact/hooks';
import { useConsole } from './console_context.ts';

/** Of an installation: its customer and provider. Empty when it is deleted. */
export type InstallationName = { customer: string; provider: string };

type Of = { integrationId: string; installationId: string };

/** By project and installation. Names change rarely, so they are asked for once as long as the page is open. */
const known = new Map<string, InstallationName>();

/**
 * The customer and provider of the installations of a list; undefined while one is not known. Each is asked for once, one
 * after the other.
 */
export function useInstallationNames(
  rows: readonly Of[] = [],
): (installationId: string) => InstallationName | undefined {
  const { call, project } = useConsole();
  const [, setRound] = useState(0);
  const keyOf = (installationId: string) => `${project.id}/${installationId}`;
  const missing = rows.filter(({ installationId }) => !known.has(keyOf(installationId)));
  useEffect(() => {
    let isOver = false;
    void ask();
    async function ask() {
      for (const { integrationId, installationId } of missing) {
        if (isOver) return;
        if (known.has(keyOf(installationId))) continue;
        const path = { projectIdOrName: project.id, integrationIdOrName: integrationId, installationId };
        const found = await call('getInstallation', { path }).then(
          ({ body }) => body,
          // Not found: deleted. Any other failure is told by the list itself; the name is asked for again with it.
          (problem: { status?: number }) => (problem.status === 404 ? null : undefined),
        );
        if (found === undefined) continue;
        const customer = (found?.group ?? found?.connection.group)?.groupName ?? '';
        known.set(keyOf(installationId), { customer, provider: found?.connection.provider ?? '' });
        setRound((n) => n + 1);
      }
    }
    return () => {
      isOver = true;
    };
  }, [missing.map(({ installationId }) => installationId).join(), call, project.id]);
  return (installationId) => known.get(keyOf(installationId));
}
