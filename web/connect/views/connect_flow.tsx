import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Schema } from '../../api/contract.ts';
import { type ConnectText, textOf } from '../../texts/connect.ts';
import type { Visit } from '../flow/visit.ts';
import { textOn } from '../flow/branding.ts';
import { Choose } from './choose.tsx';
import { Connected } from './connected.tsx';
import { EnterAccount } from './enter_account.tsx';
import { CustomerProblem } from './customer_problem.tsx';

/** What is known of the account. `installation` is null for a session without integration, and before the choices. */
export type Account = { connection: Schema<'Connection'>; installation: Schema<'Installation'> | null };
type Step = 'loading' | 'account' | 'choices' | 'connected' | 'disconnected';

/** Account, choices, connected; or, for an account that is connected already, what can be done with it. */
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
  useEffect(() => {
    const { accentColor } = session.branding;
    if (!accentColor) return;
    const { style } = document.documentElement;
    style.setProperty('--brand', accentColor);
    style.setProperty('--on-brand', textOn(accentColor));
  }, [session]);

  const onAccount = async (connectionId: string) => {
    const found = await load();
    if (!found) throw new Error(textOf('problem.title'));
    setAccount(found);
    await visit.report({ connectionId, installationId: found.installation?.id ?? '' });
    setJustDone(true);
    setStep(session.integrationId && !found.installation ? 'choices' : 'connected');
  };
  const onChoices = async (installation: Schema<'Installation'>) => {
    setAccount({ connection: installation.connection, installation });
    await visit.report({ connectionId: installation.connection.id, installationId: installation.id });
    setJustDone(true);
    setStep('connected');
  };
  const onDisconnected = async () => {
    await visit.report({ connectionId: '', installationId: '' });
    setStep('disconnected');
  };

  if (problem) return <CustomerProblem problem={problem} app={session.app} />;
  if (step === 'loading' || !provider) return <p>{textOf('loading')}</p>;
  const { logo } = session.branding;
  const who = (
    <>
      {logo && <img class="logo" src={logo} alt={session.app} />}
      <p class="soft">{say('who', { group: session.groupName, consumer: session.consumerName })}</p>
    </>
  );
  if (step === 'account')
    return (
      <EnterAccount visit={visit} provider={provider} former={account?.connection} say={say} onDone={onAccount}>
        {who}
      </EnterAccount>
    );
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

/** The connection of this consumer at the provider, the newest first, and its installation. */
async function accountOf({ session, call }: Visit): Promise<Account | null> {
  const { projectId, groupRef, consumerRef, provider, integrationId } = session;
  const path = { projectIdOrName: projectId };
  const { body } = await call('listConnections', { path, query: { groupRef, consumerRef, provider } });
  const connections = body ?? [];
  const connection = connections.find(({ status }) => status !== 'bad_credentials') ?? connections[0];
  if (!connection) return null;
  if (!integrationId) return { connection, installation: null };
  const asked = { path: { ...path, integrationIdOrName: integrationId }, query: { groupRef } };
  const { body: installations } = await call('listInstallations', asked);
  const installation = (installations ?? []).find((one) => one.connection.id === connection.id) ?? null;
  return { connection, installation };
}
