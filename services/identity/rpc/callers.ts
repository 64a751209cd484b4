import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { projectMessage } from './messages.ts';

type Rpcs = 'Authenticate' | 'EnsureBootstrap' | 'IssueBuilderToken';

/** RPCs that resolve callers and bootstrap the first one. */
export function callerHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    async Authenticate(_call, { apiKey, bearerToken, projectIdOrName }) {
      const { project, ...caller } = await useCases.authenticate({ apiKey, bearerToken, projectIdOrName });
      return { ...caller, projectId: project?.id ?? '', projectName: project?.name ?? '' };
    },
    async EnsureBootstrap(_call, names) {
      const { project, ...bootstrap } = await useCases.ensureBootstrap(names);
      const { token } = await useCases.issueBuilderToken({ builderId: bootstrap.builderId });
      return { ...bootstrap, orgId: project.orgId, project: projectMessage(project), bearerToken: token };
    },
    IssueBuilderToken: (_call, request) => useCases.issueBuilderToken(request),
  };
}
