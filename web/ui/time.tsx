import { useEffect, useState } from 'preact/hooks';

const STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago, with the exact time beside the pointer. `at`: ISO 8601; nothing is shown for none. */
export function Time({ at }: { at: string | null | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 10_000);
    return () => window.clearInterval(timer);
  }, []);
  if (!at) return <span class="soft">never</span>;
  return (
    <time dateTime={at} title={at}>
      {relative(Date.parse(at) - now)}
    </time>
  );
}

function relative(ms: number): string {
  const [unit, step] = STEPS.find(([, size]) => Math.abs(ms) >= size) ?? ['second', 1_000];
  return words.format(Math.round(ms / step), unit);
}
