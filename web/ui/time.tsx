import { useEffect, useState } from 'preact/hooks';
import { relativeText, timeText } from './time_text.ts';
import { useZone } from './time_zone.ts';

/** How long ago, and the exact time: a phone has no pointer to rest. `at`: ISO 8601; `never` for none. */
export function Time({ at }: { at: string | null | undefined }) {
  const [now, setNow] = useState(Date.now);
  const [zone] = useZone();
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 10_000);
    return () => window.clearInterval(timer);
  }, []);
  if (!at) return <span class="soft">never</span>;
  return (
    <time dateTime={at} title={at}>
      <span class="relative">{relativeText(Date.parse(at) - now)}</span>{' '}
      <span class="exact">{timeText(at, { zone })}</span>
    </time>
  );
}

/** The exact time alone, to the millisecond: for lines that follow each other. `at`: ISO 8601. */
export function ExactTime({ at }: { at: string }) {
  const [zone] = useZone();
  return (
    <time class="exact" dateTime={at} title={at}>
      {timeText(at, { zone, withMs: true })}
    </time>
  );
}
