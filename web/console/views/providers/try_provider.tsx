import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import { CodeBlock } from '../../../ui/copy.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Table } from '../../../ui/table.tsx';
import { useProjectCall } from '../../place/console_context.ts';

type Preview = Schema<'ProviderPreview'>;
type Call = Preview['calls'][number];

/** Reads from the simulated provider, and shows the calls and an example record. */
export function TryProvider({ provider }: { provider: string }) {
  const act = useProjectCall();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const read = async (objectName: string) => {
    setProblem(null);
    await act('previewProvider', { path: { provider }, query: { ...(objectName && { objectName }) } }).then(
      ({ body }) => setPreview(body),
      setProblem,
    );
  };
  return (
    <section class="card" aria-label="Try it">
      <h2>Try it</h2>
      <p class="soft">Reads made-up records from a simulation of the provider. No account is needed.</p>
      {preview === null ? (
        <button type="button" onClick={() => read('')}>
          Read some records
        </button>
      ) : (
        <SelectField
          label="Object"
          value={preview.objectName}
          options={preview.objectNames.map((name) => [name, name] as const)}
          onValue={read}
        />
      )}
      <ProblemBox problem={problem} />
      {preview && (
        <div aria-live="polite">
          <h3>What a read asks the provider</h3>
          <Table<Call & { at: number }>
            name="Calls"
            rows={preview.calls.map((call, at) => ({ ...call, at }))}
            keyOf={({ at }) => String(at)}
            empty="Nothing can be read."
            columns={[
              { title: 'Method', cell: ({ method }) => method },
              {
                title: 'Address',
                cell: ({ url }) => (
                  <code>
                    <Breakable text={url} />
                  </code>
                ),
              },
              { title: 'Status', isNumber: true, cell: ({ status }) => status },
            ]}
          />
          <h3>What it gets</h3>
          <div class="scrolled">
            <CodeBlock label="Records" text={JSON.stringify(preview.records, null, 2)} />
          </div>
        </div>
      )}
    </section>
  );
}
