import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiProblem } from '../../api/api_problem.ts';
import type { Schema } from '../../api/contract.ts';
import { type ConnectText, textOf } from '../../texts/connect.ts';
import type { Visit } from '../flow/visit.ts';
import { Choose } from './choose.tsx';
import { Connected } from './connected.tsx';
import { CustomerProblem } from './customer_problem.tsx';
import { EnterAccount } from './enter_account.tsx';
import { useBrand, Who } from './who.tsx';

/**
 * The customer's account. `installation` is null in a session without an integration, and until the customer has
 * chosen.
 */
export type Account = { connection: Schema<'Connection'>; installation: Schema<'Installation'> | null };
type Step = 'loading' | 'account' | 'choices' | 'connected' | 'disconnected' | 'cancelled';

/** Shows the steps: account, choices, connected. For a connected account it shows the possible changes instead. */
export function ConnectFlow({ visit }: { visit: Visit }) {
  const { session, call } = visit;
  const [step, setStep] = useState<Step>('loading');
  const [provider, setProvider] = useState<Schema<'ProviderInfo'> | null>(null);
  const [account, setAccount] = useState<Account | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isJustDone, setJustDone] = useState(false);
  const names = { app: session.app, provider: provider?.displayName ?? session.provider };
  const say = (key: ConnectText, more: Record<string, string> = {}) => textOf(key, { ...names, ...more });

  const load = useCallback(() => accountOf(visit), [visit]);
  useEffect(() => {
    const start = async () => {
      const { body } = await call('getProvider', { path: { provider: session.provider } });
      setProvider(body);
      const found = await load();
      setAccount(found);
      setStep(found ? (session.integrationId && !found.installation ? 'choices' : 'connected') : 'account');
    };
    start().catch(setProblem);
  }, [call, session, load]);
  useEffect(() => {
    document.title = say('start.title');
  }, [provider]);
  useBrand(session.branding);

  const onAccount = async (connectionId: string) => {
    const found = await moved(visit, await load(), connectionId);
    if (!found) throw new Error(textOf('problem.title'));
    setAccount(found);
    // A session with an integration is complete only when there is an installation.
    if (session.integrationId && !found.installation) return setStep('choices');
    await onConnected(found);
  };
  const onConnected = async ({ connection, installation }: Account) => {
    if (connection.status !== 'bad_credentials') {
      await visit.report({ status: 'connected', connectionId: connection.id, installationId: installation?.id ?? '' });
      setJustDone(true);
    }
    setStep('connected');
  };
  const onChoices = async (installation: Schema<'Installation'>) => {
    const found = { connection: installation.connection, installation };
    setAccount(found);
    await onConnected(found);
  };
  const onDisconnected = async () => {
    await visit.report({ status: 'disconnected', connectionId: '', installationId: '' });
    setStep('disconnected');
  };
  const onCancel = async () => {
    await visit.report({ status: 'cancelled', connectionId: '', installationId: '' });
    setStep('cancelled');
  };

  if (problem) return <CustomerProblem problem={problem} app={session.app} />;
  if (step === 'loading' || !provider) return <p>{textOf('loading')}</p>;
  const who = <Who {...session} />;
  if (step === 'cancelled')
    return (
      <div class="card">
        <h1>{textOf('cancelled.title')}</h1>
        <p role="status">{say('cancelled.text')}</p>
      </div>
    );
  if (step === 'account') {
    const props = { visit, provider, former: account?.connection, say, onDone: onAccount, onCancel };
    return <EnterAccount {...props}>{who}</EnterAccount>;
  }
  if (step === 'choices' && account) return <Choose visit={visit} account={account} say={say} onDone={onChoices} />;
  return (
    <Connected
      visit={visit}
      account={account}
      isDisconnected={step === 'disconnected'}
      isJustDone={isJustDone}
      say={say}
      onAgain={() => setStep('account')}
      onChoices={() => setStep('choices')}
      onDisconnected={onDisconnected}
    >
      {who}
    </Connected>
  );
}

/**
 * Returns the consumer's connection at the provider and its installation: the installed connection, or else the newest.
 */
async function accountOf({ session, call }: Visit): Promise<Account | null> {
  const { projectId, groupRef, consumerRef, provider, integrationId } = session;
  const path = { projectIdOrName: projectId };
  const { body } = await call('listConnections', { path, query: { groupRef, consumerRef, provider } });
  const connections = body ?? [];
  const newest = connections.find(({ status }) => status !== 'bad_credentials') ?? connections[0];
  if (!newest) return null;
  if (!integrationId) return { connection: newest, installation: null };
  const asked = { path: { ...path, integrationIdOrName: integrationId }, query: { groupRef } };
  const { body: installations } = await call('listInstallations', asked);
  const installation = (installations ?? []).find((one) => connections.some(({ id }) => id === one.connection.id));
  return installation
    ? { connection: installation.connection, installation }
    : { connection: newest, installation: null };
}

/**
 * A sign-in over several pages makes a new connection. Moves the installation to it, and deletes the former connection
 * unless something else uses it.
 */
async function moved({ session, call }: Visit, account: Account | null, connectionId: string): Promise<Account | null> {
  const { projectId, integrationId = '' } = session;
  if (!account || account.connection.id === connectionId) return account;
  const path = { projectIdOrName: projectId };
  const { body: connection } = await call('getConnection', { path: { ...path, connectionId } });
  if (!connection) return account;
  if (!account.installation) return { connection, installation: null };
  const { body: installation } = await call('updateInstallation', {
    path: { ...path, integrationIdOrName: integrationId, installationId: account.installation.id },
    body: { updateMask: ['connectionId'], installation: { connectionId } },
  });
  await call('deleteConnection', { path: { ...path, connectionId: account.connection.id } }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem && error.status === 409)) throw error;
  });
  return { connection, installation: installation ?? account.installation };
}
