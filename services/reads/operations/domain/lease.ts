/** A lease, with the installation that its slot time is charged to. */
export type HeldOperation = Lease & { installationId: string };

export type Lease = { id: string; projectId: string; fence: number };
