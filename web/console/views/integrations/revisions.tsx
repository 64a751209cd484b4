import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { SelectField } from '../../../ui/field.tsx';
import { LineDiff } from '../../../ui/line_diff.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { timeText } from '../../../ui/time_text.ts';
import { useZone } from '../../../ui/time_zone.ts';
import { useProjectPoll } from '../../place/console_context.ts';

type Revision = Schema<'Revision'>;

/** Compares two revisions of an integration; at first the latest and the one before it. */
export function Revisions({ integrationId }: { integrationId: string }) {
  const path = { integrationIdOrName: integrationId };
  const { data } = useProjectPoll('listRevisions', { path, query: { pageSize: 100 } });
  const [zone] = useZone();
  const [chosen, setChosen] = useState({ left: '', right: '' });
  if (!data) return <Loading />;
  if (data.length < 2) return <p class="soft">There is one revision; another deploy adds one to compare with.</p>;
  const left = data.find(({ id }) => id === chosen.left) ?? (data[1] as Revision);
  const right = data.find(({ id }) => id === chosen.right) ?? (data[0] as Revision);
  const options = data.map(
    ({ id, createTime, createdBy }) =>
      [id, `${timeText(createTime, { zone })} by ${authorOf(createdBy)} (${id.slice(-8)})`] as const,
  );
  return (
    <section aria-label="Revisions" class="card">
      <h2>Revisions</h2>
      <div class="row">
        <SelectField
          label="Before"
          value={left.id}
          options={options}
          onValue={(id) => setChosen({ ...chosen, left: id })}
        />
        <SelectField
          label="After"
          value={right.id}
          options={options}
          onValue={(id) => setChosen({ ...chosen, right: id })}
        />
      </div>
      <LineDiff name="Difference of the revisions" before={textOf(left)} after={textOf(right)} />
    </section>
  );
}

/** A revision that an older version of the platform stored has no author. */
function authorOf(principal: string | undefined): string {
  return principal?.replace(/^(api-key|builder):/, '$1 ').replace('api-key', 'API key') ?? 'somebody unknown';
}

function textOf({ content }: Revision): string {
  return JSON.stringify(content, null, 2);
}
