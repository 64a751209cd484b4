import { SelectField } from '../../ui/field.tsx';
import { useAsked } from '../place/console_context.ts';

/** A list of more is no help. */
const MAX_OFFERED = 200;
/** Ms. */
const EVERY_MS = 30_000;

type Props = { groupRef: string; value: string; onValue(value: string): void };

/**
 * Chooses one installation by its customer and provider, of one customer when there is a `groupRef`. The one of the
 * address is offered even when it is not listed.
 */
export function InstallationField({ groupRef, value, onValue }: Props) {
  const query = { groupRef, pageSize: MAX_OFFERED };
  const { data = [] } = useAsked('listInstallationsForProject', { query }, { everyMs: EVERY_MS });
  const offered = data.map(
    ({ id, group, connection }) => [id, `${(group ?? connection.group).groupName}: ${connection.provider}`] as const,
  );
  const isListed = value === '' || data.some(({ id }) => id === value);
  const options = [['', 'Any'] as const, ...(isListed ? [] : [[value, value] as const]), ...offered];
  return <SelectField label="Installation" value={value} options={options} onValue={onValue} />;
}
