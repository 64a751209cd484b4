import type { Lease } from '../../../../lib/work/domain/lease.ts';

/** A lease, with the installation that its slot time is charged to. */
export type HeldOperation = Lease & { installationId: string };
