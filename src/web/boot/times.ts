const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
];

/**
 * A moment in words: "12 min" ago for what is near, the day for what is not; in the reader's own time zone. `ago` says it
 * without abbreviations, to stand at the end of a sentence.
 */
export function describeTime(at: Date, kind: string, language: string, now = Date.now()): string {
  const seconds = Math.round((at.getTime() - now) / 1000);
  if ((kind === 'relative' || kind === 'ago') && Math.abs(seconds) < 7 * 86_400) {
    const [unit, length] = STEPS.findLast(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: kind === 'ago' ? 'long' : 'short' }).format(
      Math.round(seconds / length),
      unit,
    );
  }
  return describeDay(at, kind === 'ago' ? 'long' : kind, language);
}

/** The day, as the server writes it too; `timeZone` is the reader's unless it is given. */
export function describeDay(at: Date, kind: string, language: string, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {};
  if (kind === 'moment') return at.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', ...zone });
  if (kind === 'long') return at.toLocaleDateString(language, { dateStyle: 'long', ...zone });
  const sameYear = at.getFullYear() === new Date().getFullYear();
  return at.toLocaleDateString(language, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
    ...zone,
  });
}

/** Writes every <time> of a part of the page in the reader's own time; the place it takes stays as it is. */
export function showTimes(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLTimeElement>('time[data-kind]')) showTime(element);
}

export function showTime(element: HTMLTimeElement): void {
  const at = new Date(element.dateTime);
  if (!Number.isNaN(at.getTime()))
    element.textContent = describeTime(at, element.dataset.kind ?? '', document.documentElement.lang);
}
