import type { Call } from '../../../lib/rpc/call.ts';
import type { Caller__Output as Caller } from '../../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Project__Output as Project } from '../../../protos/gen/causeway/identity/v1/Project.ts';

/** Resolves the project named in a body. Throws notFound. */
export type ResolveProject = (request: { call: Call; caller: Caller }, idOrName: string) => Promise<Project>;
