import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSealer } from '../../lib/crypto/sealer.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { sqlStores } from '../../services/identity/store/stores.ts';
import { makeEnsureBootstrap } from '../../services/identity/usecases/ensure_bootstrap.ts';
import type { Login } from './builder.ts';
import type { TestPlatform } from './platform.ts';

/** Another project of another org, with a key of its own: made as the first one was, in the platform's own database. */
export async function addProject({ dataDir, databaseUrl, origin }: TestPlatform, name: string): Promise<Login> {
  const db = openDatabase(databaseUrl('identity'));
  const sealer = createSealer(readFileSync(join(dataDir, 'keyring'), 'utf8').trim());
  const ensureBootstrap = makeEnsureBootstrap({ stores: sqlStores(db), sealer, clock: systemClock, newId });
  const { apiKey, project } = await ensureBootstrap({ orgLabel: name, projectName: name }).finally(() => db.destroy());
  return { origin, ready: { apiKey, project: { name: project.name } } };
}
