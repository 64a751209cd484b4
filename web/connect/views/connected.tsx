import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type ConnectText, textOf } from '../../texts/connect.ts';
import { returnAddress, type Visit } from '../flow/visit.ts';
import type { Account } from './connect_flow.tsx';
import { CustomerProblem } from './customer_problem.tsx';

type Props = {
  visit: Visit;
  account: Account | null;
  isDisconnected: boolean;
  /** The account was connected during this visit. */
  isJustDone: boolean;
  say(key: ConnectText): string;
  onAgain(): void;
  onChoices(): void;
  onDisconnected(): Promise<void>;
  children: ComponentChildren;
};

/** The last step, and the first page for a customer who returns: connect again, change the choices, disconnect. */
export function Connected(props: Props) {
  const { visit, account, isDisconnected, isJustDone, say, onAgain, onChoices, children } = props;
  const [isAsking, setAsking] = useState(false);
  const state = stateOf(account, isDisconnected);
  const status = isDisconnected ? 'disconnected' : 'connected';
  const back = returnAddress(visit.session, status);
  return (
    <div class="card">
      <h1>{textOf(`${state}.title`)}</h1>
      <p role="status">{say(state === 'connected' && !isJustDone ? 'connected.since' : `${state}.text`)}</p>
      {children}
      {back ? (
        <p>
          <a class="button primary" href={back}>
            {say('connected.back')}
          </a>
        </p>
      ) : (
        (isJustDone || isDisconnected) && <p>{textOf('connected.close')}</p>
      )}
      {!isDisconnected && (
        <div class="row">
          <button type="button" onClick={onAgain}>
            {textOf('connected.again')}
          </button>
          {visit.session.integrationId && (
            <button type="button" onClick={onChoices}>
              {textOf('connected.choices')}
            </button>
          )}
          <button type="button" class="danger" onClick={() => setAsking(true)}>
            {textOf('connected.disconnect')}
          </button>
        </div>
      )}
      {isAsking && !isDisconnected && <AskDisconnect {...props} onClose={() => setAsking(false)} />}
    </div>
  );
}

function stateOf(account: Account | null, isDisconnected: boolean) {
  if (isDisconnected) return 'disconnected';
  if (account?.connection.status === 'bad_credentials') return 'bad';
  return account?.connection.isVerified === false ? 'unchecked' : 'connected';
}

function AskDisconnect({ visit, account, say, onDisconnected, onClose }: Props & { onClose(): void }) {
  const [problem, setProblem] = useState<unknown>(null);
  const disconnect = async () => {
    setProblem(null);
    try {
      await removed(visit, account);
      await onDisconnected();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <section class="notice" aria-label={say('disconnect.title')}>
      <h2>{say('disconnect.title')}</h2>
      <p>{say('disconnect.text')}</p>
      <CustomerProblem problem={problem} app={visit.session.app} />
      <div class="row">
        <button type="button" class="danger" onClick={disconnect}>
          {textOf('connected.disconnect')}
        </button>
        <button type="button" onClick={onClose}>
          {textOf('disconnect.cancel')}
        </button>
      </div>
    </section>
  );
}

/** Deletes the installation first, because the API does not delete a connection that is in use. */
async function removed({ session, call }: Visit, account: Account | null): Promise<void> {
  if (!account) return;
  const path = { projectIdOrName: session.projectId, integrationIdOrName: session.integrationId ?? '' };
  if (account.installation)
    await call('deleteInstallation', { path: { ...path, installationId: account.installation.id } });
  else
    await call('deleteConnection', {
      path: { projectIdOrName: session.projectId, connectionId: account.connection.id },
    });
}
