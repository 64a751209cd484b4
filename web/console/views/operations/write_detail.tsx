import type { Schema } from '../../../api/contract.ts';
import { exactJson } from '../../../api/exact_json.ts';
import { CodeBlock } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/table.tsx';
import { outcomeText } from './outcome_text.ts';

type Metadata = NonNullable<Schema<'Operation'>['metadata']>;
type Props = { operation: Schema<'Operation'>; write: NonNullable<Metadata['write']>; metadata: Metadata };

/** The request and the result of a write. The headers have no values, because the platform masks them. */
export function WriteDetail({ operation, write, metadata: { outcome, retry } }: Props) {
  const { type, mode, recordsTotal, recordsWritten, recordsFailed } = write;
  const sealed = (part: 'request' | 'response') => exactJson(operation, (read) => read.metadata?.write?.[part]);
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
      <Sealed title="Request" text={sealed('request')} missing="The request is no longer kept." />
      <Sealed title="Result" text={sealed('response')} missing="There is no result, or it is no longer kept." />
    </>
  );
}

function Sealed({ title, text, missing }: { title: string; text: string | undefined; missing: string }) {
  return (
    <>
      <h2>{title}</h2>
      {text ? <CodeBlock label={title} text={text} /> : <p class="soft">{missing}</p>}
    </>
  );
}
