/** The entries of one day in the reader’s time zone, in the given order. */
export interface Day<T> {
  /** As `2026-11-21`, in the reader's own time zone. */
  key: string;
  date: Date;
  items: T[];
}

function dayKey(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Groups entries that are ordered by time by day in the reader’s time zone. */
export function byDay<T extends { created_at: string }>(entries: readonly T[]): Day<T>[] {
  const days: Day<T>[] = [];
  for (const entry of entries) {
    const date = new Date(entry.created_at);
    const key = dayKey(date);
    const last = days.at(-1);
    if (last?.key === key) last.items.push(entry);
    else days.push({ key, date, items: [entry] });
  }
  return days;
}

/** Returns whether the date is today or yesterday, otherwise null. */
export function nearDay(date: Date, now: Date): 'today' | 'yesterday' | null {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayKey(date) === dayKey(now)) return 'today';
  return dayKey(date) === dayKey(yesterday) ? 'yesterday' : null;
}

/** Formats a day like “Wednesday, 18 November”, with the year if it isn’t the current one. */
export function dayName(date: Date, now: Date, language: string): string {
  return date.toLocaleDateString(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
}
