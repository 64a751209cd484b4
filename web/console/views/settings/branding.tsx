import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { useProjectCall, useProjectPoll } from '../../place/console_context.ts';

/** The logo and the accent colour of the connect page. */
export function Branding() {
  const act = useProjectCall();
  const { data, problem, refresh } = useProjectPoll('getBranding', {}, { everyMs: 30_000 });
  const [said, setSaid] = useState('');
  const [failed, setFailed] = useState<unknown>(null);
  const save = async (body: { accentColor?: string; logo?: string }) => {
    setSaid('');
    setFailed(null);
    await act('updateBranding', { body }).then(() => setSaid('Saved.'), setFailed);
    refresh();
  };
  const choose = async (file: File | undefined) => {
    if (file) await save({ logo: await dataUrlOf(file) });
  };
  return (
    <section class="card" aria-label="Connect page">
      <h2>Connect page</h2>
      <ProblemBox problem={problem} />
      {data?.logo && <img src={data.logo} alt="Your logo" style={{ maxWidth: '12rem', maxHeight: '4rem' }} />}
      <Field label="Logo" hint="A PNG, JPEG or WebP picture of at most 100 kB.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        )}
      </Field>
      <Field label="Accent colour" hint="Of buttons.">
        {(control) => (
          <input
            {...control}
            type="color"
            value={data?.accentColor ?? '#1d5bd6'}
            onChange={({ currentTarget }) => save({ accentColor: currentTarget.value })}
          />
        )}
      </Field>
      <div class="row">
        {data?.logo && (
          <button type="button" onClick={() => save({ logo: '' })}>
            Remove the logo
          </button>
        )}
        {data?.accentColor && (
          <button type="button" onClick={() => save({ accentColor: '' })}>
            Our colour
          </button>
        )}
      </div>
      <p role="status">{said}</p>
      <ProblemBox problem={failed} />
    </section>
  );
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}
