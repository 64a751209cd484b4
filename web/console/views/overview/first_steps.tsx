import { Badge } from '../../../ui/badge.tsx';
import { useLinks, useProjectPoll } from '../../place/console_context.ts';

type Step = { text: string; isDone: boolean; view: string; command: string };

/** The poll interval in milliseconds. */
const EVERY_MS = 3_000;
const DAYS_MS = 90 * 86_400_000;

/**
 * The steps from a new project to its first record. The API says which steps are done. When all are done, the list
 * disappears.
 */
export function FirstSteps() {
  const link = useLinks();
  const few = { query: { pageSize: 1 } };
  const options = { everyMs: EVERY_MS };
  // The start of a day, so that the query stays the same.
  const since = new Date(Math.floor((Date.now() - DAYS_MS) / 86_400_000) * 86_400_000).toISOString();
  const destinations = useProjectPoll('listDestinations', few, options).data;
  const integrations = useProjectPoll('listIntegrations', few, options).data;
  const installations = useProjectPoll('listInstallationsForProject', few, options).data;
  const records = useProjectPoll('listRecordCounts', { query: { since, step: '1d' } }, options).data;
  if (!destinations || !integrations || !installations || !records) return null;
  const steps: Step[] = [
    {
      text: 'Create a destination, where records are sent',
      isDone: destinations.length > 0,
      view: 'destinations',
      command: 'causeway destinations create crm-webhook --webhook https://app.example.com/hook',
    },
    {
      text: 'Deploy a manifest, which says what is read',
      isDone: integrations.length > 0,
      view: 'integrations',
      command: 'causeway init hubspot --object contacts --destination crm-webhook && causeway deploy causeway.yaml',
    },
    {
      text: 'Let a customer connect an account',
      isDone: installations.length > 0,
      view: 'installations',
      command: 'causeway connect <group> <integration>',
    },
    {
      text: 'See the first record arrive',
      isDone: records.some(({ recordsDelivered }) => recordsDelivered > 0),
      view: 'operations',
      command: 'causeway operations list',
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section class="card" aria-label="First steps">
      <h2>First steps</h2>
      <ol class="steps">
        {steps.map(({ text, isDone, view, command }) => (
          <li key={view}>
            <a href={link(view)}>{text}</a> {isDone && <Badge tone="good">done</Badge>}
            {!isDone && (
              <div>
                <code>{command}</code>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
