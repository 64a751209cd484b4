import type { Schema } from '../../../api/contract.ts';
import { CodeBlock } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/table.tsx';
import { outcomeText } from './outcome_text.ts';

type Metadata = NonNullable<Schema<'Operation'>['metadata']>;
type Props = { write: NonNullable<Metadata['write']>; metadata: Metadata };

/** What a write was asked to do and what came of it. The request has no values of headers: the platform masks them. */
export function WriteDetail({ write, metadata: { outcome, retry } }: Props) {
  const { type, mode, recordsTotal, recordsWritten, recordsFailed, request, response } = write;
  return (
    <>
      <section aria-label="Write" class="card">
        <h2>Write</h2>
        <Facts
          facts={{
            Type: type,
            Mode: mode,
            ...(mode === 'asynchronous' && { Attempts: retry?.attempts }),
            Records: recordsTotal,
            Written: recordsWritten,
            'Not written': recordsFailed,
            Outcome: outcome && outcomeText(outcome),
          }}
        />
      </section>
      <Sealed title="Request" value={request} missing="The request is no longer kept." />
      <Sealed title="Result" value={response} missing="There is no result, or it is no longer kept." />
    </>
  );
}

function Sealed({ title, value, missing }: { title: string; value: object | undefined; missing: string }) {
  return (
    <>
      <h2>{title}</h2>
      {value ? <CodeBlock label={title} text={JSON.stringify(value, null, 2)} /> : <p class="soft">{missing}</p>}
    </>
  );
}
