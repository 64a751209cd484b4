import type { Handlers } from '../../../lib/rpc/services.ts';
import type { Authenticate } from '../callers/usecases/authenticate.ts';
import type { EnsureBootstrap } from '../callers/usecases/ensure_bootstrap.ts';
import type { IssueBuilderToken } from '../callers/usecases/issue_builder_token.ts';
import { projectMessage } from './messages.ts';

type UseCases = { authenticate: Authenticate; ensureBootstrap: EnsureBootstrap; issueBuilderToken: IssueBuilderToken };

/** RPCs that resolve callers and bootstrap the first one. */
export function callerHandlers({
  authenticate,
  ensureBootstrap,
  issueBuilderToken,
}: UseCases): Pick<Handlers<'identity'>, 'Authenticate' | 'EnsureBootstrap' | 'IssueBuilderToken'> {
  return {
    async Authenticate(_call, { apiKey, bearerToken, projectIdOrName }) {
      const { project, ...caller } = await authenticate({ apiKey, bearerToken, projectIdOrName });
      return { ...caller, projectId: project?.id ?? '', projectName: project?.name ?? '' };
    },
    async EnsureBootstrap(_call, names) {
      const { project, ...bootstrap } = await ensureBootstrap(names);
      const { token } = await issueBuilderToken({ builderId: bootstrap.builderId });
      return { ...bootstrap, orgId: project.orgId, project: projectMessage(project), bearerToken: token };
    },
    IssueBuilderToken: (_call, request) => issueBuilderToken(request),
  };
}
