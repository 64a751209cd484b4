import { useEffect, useState } from 'preact/hooks';
import type { Schema } from '../../api/contract.ts';
import { type ConnectText, textOf } from '../../texts/connect.ts';
import { Check, SelectField, TextField } from '../../ui/field.tsx';
import {
  type Choices,
  type Chosen,
  contentOf,
  firstChoices,
  firstConfig,
  type MappedField,
  mappedFieldsOf,
  type Offered,
  type OfferedObject,
  type Offers,
  optionalFieldsOf,
} from '../flow/choices.ts';
import type { Visit } from '../flow/visit.ts';
import type { Account } from './connect_flow.tsx';
import { CustomerProblem } from './customer_problem.tsx';

type Say = (key: ConnectText, values?: Record<string, string>) => string;
type Props = { visit: Visit; account: Account; say: Say; onDone(installation: Schema<'Installation'>): Promise<void> };
type Config = { proxy?: { enabled?: boolean }; read?: { objects?: Parameters<typeof firstChoices>[1] } } & Record<
  string,
  unknown
>;

/** The form with the integration's choices: objects, optional fields, and the fields that the customer maps. */
export function Choose({ visit, account, say, onDone }: Props) {
  const [offer, setOffer] = useState<Offered | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { provider, fieldMapping: offers = NO_OFFERS } = visit.session;
  const former = account.installation?.config.content as Config | undefined;
  useEffect(() => {
    offered(visit, account.connection.id).then((found) => {
      setOffer(found);
      setChoices(firstChoices(found.objects, former ? (former.read?.objects ?? {}) : null, offers));
    }, setProblem);
  }, [visit, account.connection.id]);
  const save = async (event: Event) => {
    event.preventDefault();
    if (!offer) return;
    setProblem(null);
    setBusy(true);
    try {
      await onDone(await saved(visit, account, contentOf(provider, choices, former ?? firstConfig(offer), offers)));
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  if (!offer)
    return problem ? <CustomerProblem problem={problem} app={visit.session.app} /> : <p>{textOf('loading')}</p>;
  const { objects, hasProxy } = offer;
  // The config of an existing installation decides. The page does not change it.
  const isCalled = hasProxy && (former === undefined || former.proxy?.enabled === true);
  return (
    <form class="card" onSubmit={save}>
      <h1>{say(objects.length > 0 ? 'choose.title' : 'choose.proxyTitle')}</h1>
      {isCalled && <p>{say('choose.proxy')}</p>}
      {objects.map((object) => (
        <ObjectChoices
          key={object.objectName}
          object={object}
          offers={offers}
          chosen={choices[object.objectName]}
          say={say}
          onChange={(chosen) => setChoices({ ...choices, [object.objectName]: chosen })}
        />
      ))}
      <CustomerProblem problem={problem} app={visit.session.app} />
      <button type="submit" class="primary" disabled={isBusy}>
        {textOf('choose.save')}
      </button>
    </form>
  );
}

const NO_OFFERS: Offers = {};

type ObjectProps = {
  object: OfferedObject;
  offers: Offers;
  chosen: Chosen | undefined;
  say: Say;
  onChange(chosen: Chosen): void;
};

function ObjectChoices({ object, offers, chosen, say, onChange }: ObjectProps) {
  if (!chosen) return null;
  const title = object.mapToDisplayName ?? object.displayName;
  const required = (object.requiredFields ?? []).filter(({ fieldName }) => fieldName !== undefined);
  const optional = optionalFieldsOf(object);
  return (
    <fieldset>
      <legend>{title}</legend>
      <Check
        label={say('choose.object', { object: title })}
        isChecked={chosen.isRead}
        onCheck={(isRead) => onChange({ ...chosen, isRead })}
      />
      {object.error && <p class="notice">{say('choose.failed', { error: object.error })}</p>}
      {chosen.isRead && (
        <>
          {required.length > 0 && (
            <p class="soft">{say('choose.required', { fields: required.map(nameOf).join(', ') })}</p>
          )}
          {object.optionalFieldsAuto === 'all' && (
            <Check
              label={textOf('choose.all')}
              isChecked={chosen.isAll}
              onCheck={(isAll) => onChange({ ...chosen, isAll })}
            />
          )}
          {optional.length > 0 && (
            <OptionalFields
              fields={optional}
              chosen={chosen.fields}
              onChange={(fields) => onChange({ ...chosen, fields })}
            />
          )}
          {mappedFieldsOf(object, offers).map((field) => (
            <MappingChoice key={field.mapToName} {...{ object, field, chosen, say, onChange }} />
          ))}
        </>
      )}
    </fieldset>
  );
}

type OptionalProps = {
  fields: readonly Schema<'HydratedField'>[];
  chosen: Chosen['fields'];
  onChange(chosen: Chosen['fields']): void;
};

/** With more fields than this, the page shows a search field. */
const SEARCHED = 10;

/** A checkbox for all fields; a collapsed section has a checkbox for each field. */
function OptionalFields({ fields, chosen, onChange }: OptionalProps) {
  const [search, setSearch] = useState('');
  const names = fields.map(({ fieldName = '' }) => fieldName);
  const count = names.filter((name) => chosen[name]).length;
  const found = fields.filter(({ fieldName = '', ...field }) =>
    `${fieldName} ${nameOf(field)}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <>
      <Check
        label={textOf('choose.optional', { count: String(fields.length) })}
        isChecked={count === fields.length}
        onCheck={(isAll) => onChange(Object.fromEntries(names.map((name) => [name, isAll])))}
      />
      <details>
        <summary>{textOf('choose.some', { chosen: String(count), count: String(fields.length) })}</summary>
        {fields.length > SEARCHED && (
          <TextField label={textOf('choose.search')} type="search" value={search} onValue={setSearch} />
        )}
        {found.length === 0 && <p role="status">{textOf('choose.noneFound')}</p>}
        {found.map((field) => (
          <Check
            key={field.fieldName}
            label={nameOf(field)}
            isChecked={chosen[field.fieldName ?? ''] === true}
            onCheck={(isSelected) => onChange({ ...chosen, [field.fieldName ?? '']: isSelected })}
          />
        ))}
      </details>
    </>
  );
}

type MappingProps = Omit<ObjectProps, 'offers' | 'chosen'> & { field: MappedField; chosen: Chosen };

/** Maps one field of the builder to a field of the provider, and the builder's values to the provider's values. */
function MappingChoice({ object, field, chosen, say, onChange }: MappingProps) {
  const known = Object.values(object.allFieldsMetadata ?? {});
  const { mapToName, mapToDisplayName = mapToName, prompt, mappedValues = [] } = field;
  const source = chosen.mappings[mapToName] ?? '';
  const values = known.find(({ fieldName }) => fieldName === source)?.values ?? [];
  const chosenValues = chosen.values[mapToName] ?? {};
  return (
    <>
      <SelectField
        label={prompt ?? say('choose.mapping', { name: mapToDisplayName })}
        value={source}
        options={[
          ['', textOf('choose.none')],
          ...known.map(({ fieldName, displayName }) => [fieldName, displayName || fieldName] as const),
        ]}
        onValue={(fieldName) =>
          // Another field has other values, so the mapped values are cleared.
          onChange({
            ...chosen,
            mappings: { ...chosen.mappings, [mapToName]: fieldName },
            values: { ...chosen.values, [mapToName]: {} },
          })
        }
      />
      {values.length > 0 &&
        mappedValues.map(({ mappedValue, mappedDisplayValue }) => (
          <SelectField
            key={mappedValue}
            label={say('choose.value', { value: mappedDisplayValue, name: mapToDisplayName })}
            value={chosenValues[mappedValue] ?? ''}
            options={[
              ['', textOf('choose.none')],
              ...values
                .filter(({ value }) => isFree(value, mappedValue, chosenValues))
                .map(({ value, displayValue }) => [value, displayValue || value] as const),
            ]}
            onValue={(value) =>
              onChange({
                ...chosen,
                values: { ...chosen.values, [mapToName]: { ...chosenValues, [mappedValue]: value } },
              })
            }
          />
        ))}
    </>
  );
}

/** Whether no other value of the builder is mapped to this value of the provider. */
function isFree(value: string, own: string, chosen: Readonly<Record<string, string>>): boolean {
  return !Object.entries(chosen).some(([other, taken]) => other !== own && taken === value);
}

function nameOf({ displayName, mapToDisplayName, fieldName = '' }: Schema<'HydratedField'>): string {
  return mapToDisplayName ?? displayName ?? fieldName;
}

async function offered({ session, call }: Visit, connectionId: string): Promise<Offered> {
  const path = { projectIdOrName: session.projectId, integrationIdOrName: session.integrationId ?? '' };
  const { body: integration } = await call('getIntegration', { path });
  const revisionId = integration?.latestRevision.id ?? '';
  const { body } = await call('getHydratedRevision', { path: { ...path, revisionId }, query: { connectionId } });
  const { read, proxy } = body?.content ?? {};
  return { objects: (read?.objects ?? []) as OfferedObject[], hasProxy: proxy?.enabled === true };
}

type Content = ReturnType<typeof contentOf>;

/** The update mask, one path per object. It escapes dots, colons and backslashes in an object's name. */
function maskOf({ read }: Content): string[] {
  return Object.keys(read.objects).map((name) => `config.content.read.objects.${name.replace(/[\\.:]/g, '\\$&')}`);
}

async function saved({ session, call }: Visit, { connection, installation }: Account, content: Content) {
  const path = { projectIdOrName: session.projectId, integrationIdOrName: session.integrationId ?? '' };
  // Without a choice there is nothing to change.
  if (installation && maskOf(content).length === 0) return installation;
  const { body } = installation
    ? await call('updateInstallation', {
        path: { ...path, installationId: installation.id },
        body: { updateMask: maskOf(content), installation: { config: { content: { read: content.read } } } },
      })
    : await call('createInstallation', {
        path,
        body: { groupRef: session.groupRef, connectionId: connection.id, config: { content } },
      });
  return body as Schema<'Installation'>;
}
