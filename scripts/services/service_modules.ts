import type { Settings } from '../../lib/config/settings.ts';
import type { Migration } from '../../lib/db/migrate.ts';
import type { Service } from '../../lib/trust/arrows.ts';
import { settings as identity } from '../../services/identity/config.ts';
import { migrations as identityMigrations } from '../../services/identity/migrations/migrations.ts';
import { settings as installation } from '../../services/installation/config.ts';
import { migrations as installationMigrations } from '../../services/installation/migrations/migrations.ts';
import { settings as notifications } from '../../services/notifications/config.ts';
import { migrations as notificationsMigrations } from '../../services/notifications/migrations/migrations.ts';
import { settings as reads } from '../../services/reads/config.ts';
import { migrations as readsMigrations } from '../../services/reads/migrations/migrations.ts';
import { settings as writes } from '../../services/writes/config.ts';
import { migrations as writesMigrations } from '../../services/writes/migrations/migrations.ts';

/** The settings and migrations of each service, for commands that do not start it. */
export const serviceModules = {
  identity: { settings: identity, migrations: identityMigrations },
  installation: { settings: installation, migrations: installationMigrations },
  reads: { settings: reads, migrations: readsMigrations },
  writes: { settings: writes, migrations: writesMigrations },
  notifications: { settings: notifications, migrations: notificationsMigrations },
} satisfies Record<Service, { settings: Settings; migrations: Migration[] }>;
