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

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, since making one takes longer than the page around it (docs/quality.md, S3). */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

/** The day, as the server writes it too; `timeZone` is the reader's unless it is given. */
export function describeDay(at: Date, kind: string, language: string, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {};
  if (kind === 'moment') return formatOf(language, { dateStyle: 'long', timeStyle: 'short', ...zone }).format(at);
  if (kind === 'long') return formatOf(language, { dateStyle: 'long', ...zone }).format(at);
  if (kind === 'clock') return formatOf(language, { timeStyle: 'short', ...zone }).format(at);
  const year = at.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const time = kind === 'day-clock' ? ({ hour: 'numeric', minute: '2-digit' } as const) : {};
  return formatOf(language, { day: 'numeric', month: 'short', ...year, ...time, ...zone }).format(at);
}

/** A deadline with its day of the week and the name of the zone that it is said in; the reader's own unless one is given. */
export function describeDeadline(at: Date, language: string, timeZone?: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: timeZone ? 'short' : 'shortGeneric' } as const;
  return formatOf(language, { ...day, ...time, ...(timeZone ? { timeZone } : {}) }).format(at);
}

/** Writes every <time> of a part of the page in the reader's own time; the place it takes stays as it is. */
export function showTimes(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLTimeElement>('time[data-kind]')) showTime(element);
}

/** True when the day that the server wrote is the reader's own day too: then there is nothing to write. */
function isWritten(at: Date, kind: string): boolean {
  if (kind !== 'long' && kind !== 'short') return false;
  return at.getUTCDate() === at.getDate();
}

export function showTime(element: HTMLTimeElement): void {
  const at = new Date(element.dateTime);
  const { kind = '' } = element.dataset;
  // Waking up the browser's knowledge of dates takes a slow phone longer than all else here (docs/quality.md, S9).
  if (Number.isNaN(at.getTime()) || isWritten(at, kind)) return;
  element.textContent = describeTime(at, kind, document.documentElement.lang);
}
