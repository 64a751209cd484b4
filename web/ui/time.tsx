import { useEffect, useState } from 'preact/hooks';
import { relativeText, timeText } from './time_text.ts';
import { useZone } from './time_zone.ts';

/** A time as a distance from now, and in full, because a phone has no tooltip. `at`: ISO 8601; `never` when missing. */
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

/** The full time with milliseconds, for log lines. `at`: ISO 8601. */
export function ExactTime({ at }: { at: string }) {
  const [zone] = useZone();
  return (
    <time class="exact" dateTime={at} title={at}>
      {timeText(at, { zone, withMs: true })}
    </time>
  );
}
