import { randomBytes } from 'node:crypto';
import type { AuditActor, WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { Integration } from '../integrations/integration.ts';
import { hashOfToken } from '../sign_in_pages/sign_in_pages.ts';
import { CONNECT_LIFETIME_MS, type ConnectSession, type ConnectSessionStore } from './connect_session.ts';

/** Exactly one of `integrationIdOrName` and `provider` is set; the other is empty. */
type SessionRequest = Pick<
  ConnectSession,
  | 'projectId'
  | 'groupRef'
  | 'groupName'
  | 'consumerRef'
  | 'consumerName'
  | 'provider'
  | 'returnUrl'
  | 'fieldMappingJson'
> & { integrationIdOrName: string };

type Deps = UseCaseContext<WithOutbox<{ connectSessions: ConnectSessionStore }>> & {
  audit: WriteAuditEntry<'installation'>;
};
type UseCases = {
  /** Throws notFound. */
  getIntegration(projectId: string, idOrName: string): Promise<Integration>;
  /** Throws notFound. */
  getProvider(provider: string): unknown;
};

/** Creates the link for one customer. Throws invalidArgument (integration and provider, fieldMapping), notFound. */
export function makeCreateConnectSession(
  { stores, clock, newId, audit }: Deps,
  { getIntegration, getProvider }: UseCases,
) {
  return async function createConnectSession(
    by: AuditActor,
    asked: SessionRequest,
  ): Promise<{ session: ConnectSession; token: string }> {
    const { integrationIdOrName, groupName, consumerName, ...given } = asked;
    if ((integrationIdOrName === '') === (given.provider === ''))
      throw new Problem('invalidArgument', 'Exactly one of integration and provider must be given.', {
        issues: [{ in: 'body', name: 'integration', detail: 'must be given, or provider, and not both' }],
      });
    if (given.fieldMappingJson !== '' && integrationIdOrName === '')
      throw new Problem('invalidArgument', 'Fields are mapped only for an integration.', {
        issues: [{ in: 'body', name: 'fieldMapping', detail: 'must be left out when only a provider is connected' }],
      });
    const integration = integrationIdOrName ? await getIntegration(given.projectId, integrationIdOrName) : null;
    const provider = integration?.provider ?? given.provider;
    getProvider(provider);
    const token = randomBytes(32).toString('base64url');
    const createTime = clock.now();
    const session: ConnectSession = {
      ...given,
      id: newId(),
      tokenHash: hashOfToken(token),
      browserHash: null,
      groupName: groupName || given.groupRef,
      consumerName: consumerName || given.consumerRef,
      integrationId: integration?.id ?? '',
      provider,
      status: 'created',
      connectionId: '',
      installationId: '',
      createTime,
      expireTime: createTime + CONNECT_LIFETIME_MS,
    };
    await stores.transaction(async (s) => {
      await s.connectSessions.insert(session);
      const about = { projectId: session.projectId, targetId: session.id, targetName: session.groupRef };
      await audit(s.outbox, by, { action: 'connectSession.created', ...about });
    });
    return { session, token };
  };
}
