import type { Service } from '../../lib/trust/arrows.ts';
import { migrations as identity } from '../../services/identity/migrations/migrations.ts';
import { migrations as installation } from '../../services/installation/migrations/migrations.ts';
import { migrations as notifications } from '../../services/notifications/migrations/migrations.ts';
import { migrations as reads } from '../../services/reads/migrations/migrations.ts';
import { migrations as writes } from '../../services/writes/migrations/migrations.ts';

const namesOf = (steps: readonly { name: string }[]) => steps.map(({ name }) => name);

/** The migration steps of each schema that this version knows, in order (lib/db/migrate.ts). */
export const knownSteps: Readonly<Record<Service, readonly string[]>> = {
  identity: namesOf(identity),
  installation: namesOf(installation),
  reads: namesOf(reads),
  writes: namesOf(writes),
  notifications: namesOf(notifications),
};
