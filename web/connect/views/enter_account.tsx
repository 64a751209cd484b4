import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Schema } from '../../api/contract.ts';
import { type ConnectText, textOf } from '../../texts/connect.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { connectAccount } from '../flow/connect_account.ts';
import { type Entry, entriesOf, helpOf, signInMethodOf } from '../flow/credential_form.ts';
import type { Visit } from '../flow/visit.ts';
import { CustomerProblem } from './customer_problem.tsx';

type Props = {
  visit: Visit;
  provider: Schema<'ProviderInfo'>;
  /** The connection that is connected again; undefined for a new connection. */
  former: Schema<'Connection'> | undefined;
  say(key: ConnectText): string;
  /** Throws an error that the customer must see. */
  onDone(connectionId: string): Promise<void>;
  onCancel(): Promise<void>;
  children: ComponentChildren;
};

/** A form for the inputs that the provider needs; it connects the account. */
export function EnterAccount({ visit, provider, former, say, onDone, onCancel, children }: Props) {
  const entries = entriesOf(provider, former);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(entries.map(({ path, initial }) => [path.join('.'), initial])),
  );
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const method = signInMethodOf(provider);
  const help = helpOf(provider);
  const submit = async (event: Event) => {
    event.preventDefault();
    setProblem(null);
    setBusy(true);
    try {
      await onDone(await connectAccount(visit, { provider, entries, values, former: former?.id ?? '' }));
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <form class="card" onSubmit={submit}>
      <h1>{say('start.title')}</h1>
      <p>{say('start.text')}</p>
      {children}
      {entries.map((entry) => (
        <EntryField
          key={entry.path.join('.')}
          entry={entry}
          value={values[entry.path.join('.')] ?? ''}
          onValue={(value) => setValues({ ...values, [entry.path.join('.')]: value })}
        />
      ))}
      {method === 'window' && <p>{say('oauth.text')}</p>}
      {help && method === 'entered' && (
        <p>
          <a href={help} target="_blank" rel="noreferrer">
            {say('help')}
          </a>
        </p>
      )}
      <CustomerProblem problem={problem} app={visit.session.app} />
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy}>
          {method === 'window' ? say('oauth.button') : textOf('connect')}
        </button>
        <button type="button" onClick={() => onCancel().catch(setProblem)}>
          {textOf('cancel')}
        </button>
      </div>
      {isBusy && method !== 'entered' && <p role="status">{textOf('oauth.waiting')}</p>}
    </form>
  );
}

type EntryProps = { entry: Entry; value: string; onValue(value: string): void };

function EntryField({ entry: { label, hint, isSecret, isRequired, options }, value, onValue }: EntryProps) {
  if (options.length > 0)
    return (
      <SelectField
        label={label}
        hint={hint}
        value={value}
        onValue={onValue}
        options={[['', ''], ...options.map((option) => [option.value, option.label] as const)]}
      />
    );
  return (
    <TextField
      label={label}
      hint={hint}
      type={isSecret ? 'password' : 'text'}
      value={value}
      onValue={onValue}
      isRequired={isRequired}
    />
  );
}
