import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useLinks, useProjectCall } from '../../place/console_context.ts';

type FoundMessage = { messageId: string; operation: Schema<'Operation'> };
/** `of`: the record that was looked for. */
type Answer = { of: string; found?: FoundMessage[]; isWhole?: boolean; problem?: unknown };

/** Finds the messages that contained one record. Each result links to its delivery. */
export function FindRecord({ installation }: { installation: Schema<'Installation'> }) {
  const act = useProjectCall();
  const link = useLinks();
  const objects = Object.keys((installation.config.content.read as { objects?: object } | undefined)?.objects ?? {});
  const [objectName, setObjectName] = useState(objects[0] ?? '');
  const [recordId, setRecordId] = useState('');
  const [answer, setAnswer] = useState<Answer>({ of: '' });
  const asked = JSON.stringify([objectName, recordId]);
  // What was found of one record is not shown under the id of another.
  const { found, isWhole, problem }: Answer = answer.of === asked ? answer : { of: asked };
  const find = async (event: Event) => {
    event.preventDefault();
    setAnswer({ of: asked });
    const hold = (answer: Answer) => setAnswer((last) => (last.of === asked ? answer : last));
    try {
      const query = { installationId: installation.id, objectName, recordId };
      const { body } = await act('listOperationsForProject', { query });
      const { results = [], pagination } = body ?? {};
      const found = results.flatMap((operation) =>
        (operation.metadata?.messageIds ?? []).map((messageId) => ({ messageId, operation })),
      );
      hold({ of: asked, found, isWhole: pagination?.done !== false });
    } catch (problem) {
      hold({ of: asked, problem });
    }
  };
  if (objects.length === 0) return null;
  return (
    <section aria-label="Find a record">
      <h2>Find a record</h2>
      <form class="row" onSubmit={find}>
        <SelectField
          label="Object"
          value={objectName}
          options={objects.map((name) => [name, name] as const)}
          onValue={setObjectName}
        />
        <TextField label="Record id" value={recordId} onValue={setRecordId} isRequired />
        <button type="submit">Find</button>
      </form>
      <ProblemBox problem={problem} />
      {found && (
        <Table<FoundMessage>
          name="Messages with the record"
          rows={found}
          keyOf={({ messageId }) => messageId}
          empty={
            isWhole
              ? 'No message that is kept contains it.'
              : 'No message of the newest ones contains it; older ones were not looked at.'
          }
          columns={[
            {
              title: 'Message',
              cell: ({ messageId }) => <a href={link('deliveries', [messageId])}>{messageId}</a>,
            },
            {
              title: 'Read by',
              cell: ({ operation }) => <a href={link('operations', [operation.id])}>{operation.id}</a>,
            },
            { title: 'Read', cell: ({ operation: { createTime } }) => <Time at={createTime} /> },
          ]}
        />
      )}
    </section>
  );
}
