import { SelectField } from '../../ui/field.tsx';
import { useProjectPoll } from '../place/console_context.ts';

/** A longer list is no help to the user. */
const MAX_OFFERED = 200;
/** The poll interval in milliseconds. */
const EVERY_MS = 30_000;

type Props = { groupRef: string; value: string; onValue(value: string): void };

/**
 * Chooses one installation by its customer and provider. With a `groupRef`, it offers only installations of that
 * customer. It always offers the installation in the address.
 */
export function InstallationField({ groupRef, value, onValue }: Props) {
  const query = { groupRef, pageSize: MAX_OFFERED };
  const { data = [] } = useProjectPoll('listInstallationsForProject', { query }, { everyMs: EVERY_MS });
  const offered = data.map(
    ({ id, group, connection }) => [id, `${(group ?? connection.group).groupName}: ${connection.provider}`] as const,
  );
  const isListed = value === '' || data.some(({ id }) => id === value);
  const options = [['', 'Any'] as const, ...(isListed ? [] : [[value, value] as const]), ...offered];
  return <SelectField label="Installation" value={value} options={options} onValue={onValue} />;
}
