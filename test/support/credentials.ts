import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { apiKeyHash, newApiKey } from '../../lib/crypto/api_key.ts';
import { createBuilderTokens } from '../../lib/crypto/builder_token.ts';
import { createSealer, type Sealer } from '../../lib/crypto/sealer.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { type ApiKeyScope, sealContext } from '../../services/identity/api_keys/api_key.ts';
import type { OrgRole } from '../../services/identity/orgs/org.ts';
import { type Stores, sqlStores } from '../../services/identity/stores.ts';
import type { TestPlatform } from './platform.ts';

/** Inserts another key of the first project into the database, for suites that do not test the creation of keys. */
export function addApiKey(platform: TestPlatform, scopes: ApiKeyScope[]): Promise<string> {
  return withIdentityStores(platform, async (stores, sealer) => {
    const key = newApiKey();
    const owner = { id: newId(), projectId: platform.ready.project.id };
    await stores.apiKeys.insert({
      ...owner,
      label: scopes.join(),
      scopes,
      active: true,
      keyHash: apiKeyHash(key),
      sealedKey: sealer.seal(key, sealContext(owner)),
      builderId: null,
      createTime: Date.now(),
    });
    return key;
  });
}

/** Creates another builder, in the first org or in none; returns a token that is valid for an hour. */
export function addBuilder(platform: TestPlatform, role: OrgRole | null): Promise<string> {
  return withIdentityStores(platform, async (stores, sealer) => {
    const [builderId, createTime] = [newId(), Date.now()];
    const email = `${role ?? 'nobody'}@example.com`;
    const person = { idpProvider: 'causeway', idpRef: builderId, firstName: 'A', lastName: 'B', primaryEmail: email };
    await stores.builders.insert({ id: builderId, ...person, createTime });
    const project = await stores.projects.find(platform.ready.project.id);
    if (role) await stores.memberships.insert({ orgId: project?.orgId ?? '', builderId, role, createTime });
    const tokens = await createBuilderTokens(
      sealer.open((await stores.issuerKeys.find()) ?? '', 'issuer_keys|current'),
    );
    return tokens.issue(
      { builderId, email, emailVerified: true },
      { now: createTime, expireTime: createTime + 3_600_000 },
    );
  });
}

/** The platform whose identity database is opened. */
export type IdentityOf = Pick<TestPlatform, 'databaseUrl' | 'dataDir'>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Opens identity's stores, in one call at a time: a second connection of this process to a SQLite file would wait for
 * the commit of the first, and block the event loop that must execute this commit.
 */
export function withIdentityStores<T>(
  place: IdentityOf,
  work: (stores: Stores, sealer: Sealer, db: Knex) => Promise<T>,
): Promise<T> {
  const next = last.then(() => openIdentityStores(place, work));
  last = next.catch(() => {});
  return next;
}

async function openIdentityStores<T>(
  { databaseUrl, dataDir }: IdentityOf,
  work: (stores: Stores, sealer: Sealer, db: Knex) => Promise<T>,
): Promise<T> {
  const db = openDatabase(databaseUrl('identity'));
  const sealer = createSealer(readFileSync(join(dataDir, 'keyring'), 'utf8').trim());
  return work(sqlStores(db), sealer, db).finally(() => db.destroy());
}
