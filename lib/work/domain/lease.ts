/** The right to write to an operation until it expires. Each claim raises the fence, so a late writer is refused. */
export type Lease = { id: string; projectId: string; fence: number };

/** Whose turn pays for an operation. */
export type Owner = { projectId: string; ownerId: string };

/** A lease, with the owner that its slot time is charged to. */
export type HeldOperation = Lease & Owner;
