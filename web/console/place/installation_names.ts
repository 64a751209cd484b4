import { useEffect, useState } from 'preact/hooks';
import type { Schema } from '../../api/contract.ts';
import { useConsole } from './console_context.ts';

/** The customer and provider of an installation. Empty when it is deleted. */
export type InstallationName = { customer: string; provider: string };

type Of = { integrationId: string; installationId: string };

/** Names by project and installation. Names change rarely, so each is requested once while the page is open. */
const known = new Map<string, InstallationName>();

/** If this many names are missing, a list of the newest installations is requested first. */
const MANY = 3;
const LISTED = 200;
/** Ms. What the list has not is older than its installations, so the list is no help soon after. */
const LIST_EVERY_MS = 60_000;
const lastListed = new Map<string, number>();

/**
 * The customer and provider of the installations of a list; undefined while one is not known. Each is requested once:
 * in a list of the newest, and one by one those that the list does not have.
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
      if (new Set(missing.map(({ installationId }) => installationId)).size >= MANY && isListDue()) await askList();
      for (const { integrationId, installationId } of missing) {
        if (isOver) return;
        if (known.has(keyOf(installationId))) continue;
        const path = { projectIdOrName: project.id, integrationIdOrName: integrationId, installationId };
        const found = await call('getInstallation', { path }).then(
          ({ body }) => body,
          // 404: the installation is deleted. For any other failure, the list shows the problem and requests the name
          // again.
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
      // The list itself shows a failure. Then the names are requested one by one.
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
