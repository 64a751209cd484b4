import { useEffect, useState } from 'preact/hooks';
import type { Schema } from '../../api/contract.ts';
import { useConsole } from './console_context.ts';

/** The customer and provider of an installation. Both are empty when it is deleted. */
export type InstallationName = { customer: string; provider: string };

type InstallationIds = { integrationId: string; installationId: string };

/** Names by project and installation. Names change rarely, so each is requested once while the page is open. */
const known = new Map<string, InstallationName>();

/** If this many names are missing, a list of the newest installations is requested first. */
const MANY = 3;
const LISTED = 200;
/**
 * The min interval between two lists in milliseconds. A list has the newest installations; a name that it lacks is an
 * older one.
 */
const LIST_EVERY_MS = 60_000;
const lastListed = new Map<string, number>();

/**
 * The customer and provider of each installation of a list; undefined while loading. Each name is requested once: first
 * a list of the newest installations, then one request for each missing name.
 */
export function useInstallationNames(
  rows: readonly InstallationIds[] = [],
): (installationId: string) => InstallationName | undefined {
  const { call, project } = useConsole();
  const [, setRound] = useState(0);
  const keyOf = (installationId: string) => `${project.id}/${installationId}`;
  const missing = rows.filter(({ installationId }) => !known.has(keyOf(installationId)));
  useEffect(() => {
    let isOver = false;
    void ask();
    async function ask() {
      if (new Set(missing.map(({ installationId }) => installationId)).size >= MANY && isListDue()) await askList();
      for (const { integrationId, installationId } of missing) {
        if (isOver) return;
        if (known.has(keyOf(installationId))) continue;
        const path = { projectIdOrName: project.id, integrationIdOrName: integrationId, installationId };
        const found = await call('getInstallation', { path }).then(
          ({ body }) => body,
          // After a 404 the installation is deleted. After another failure, the view shows the problem, and this
          // requests the name again.
          (problem: { status?: number }) => (problem.status === 404 ? null : undefined),
        );
        if (found === undefined) continue;
        note(installationId, found);
        setRound((n) => n + 1);
      }
    }
    function isListDue() {
      return Date.now() - (lastListed.get(project.id) ?? 0) > LIST_EVERY_MS;
    }
    async function askList() {
      lastListed.set(project.id, Date.now());
      const asked = { path: { projectIdOrName: project.id }, query: { pageSize: LISTED } };
      // The view shows a failure of this list. Then each name is requested by its own call.
      const { body } = await call('listInstallationsForProject', asked).catch(() => ({ body: null }));
      for (const found of body ?? []) note(found.id, found);
      if (!isOver) setRound((n) => n + 1);
    }
    function note(installationId: string, found: Schema<'Installation'> | null) {
      const customer = (found?.group ?? found?.connection.group)?.groupName ?? '';
      known.set(keyOf(installationId), { customer, provider: found?.connection.provider ?? '' });
    }
    return () => {
      isOver = true;
    };
  }, [missing.map(({ installationId }) => installationId).join(), call, project.id]);
  return (installationId) => known.get(keyOf(installationId));
}
