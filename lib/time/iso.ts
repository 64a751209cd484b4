/** Converts Unix milliseconds to RFC 3339 in UTC, e.g. 2026-01-02T03:04:05.678Z. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

/** Converts RFC 3339 to Unix milliseconds. Returns null for invalid text and for days or hours that do not exist. */
export function fromIso(text: string): number | null {
  const match = RFC3339.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const utc = new Date(0);
  utc.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  utc.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(4, '0').slice(1, 4)));
  const exists =
    utc.getUTCMonth() === Number(month) - 1 &&
    utc.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60;
  return exists ? utc.getTime() - offsetMs(zone) : null;
}

function offsetMs(zone: string): number {
  if (/^[Zz]$/.test(zone)) return 0;
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
