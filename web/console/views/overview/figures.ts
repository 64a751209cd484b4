type Counts = { delivered: number; failedAttempts: number };

/** The start of the current day in the browser's time zone. */
export function startOfDay(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}

/** The share of delivery attempts that succeeded, rounded down: it is 100 % only when no attempt failed. */
export function rateText(slots: readonly Counts[]): string {
  const delivered = slots.reduce((sum, slot) => sum + slot.delivered, 0);
  const all = slots.reduce((sum, slot) => sum + slot.failedAttempts, delivered);
  return all === 0 ? 'none yet' : `${Math.floor((delivered * 1_000) / all) / 10} %`;
}

/** The number of rows; a full page says that there may be more. */
export function countOf(rows: readonly unknown[], most: number): string {
  return rows.length < most ? String(rows.length) : `${most} or more`;
}
