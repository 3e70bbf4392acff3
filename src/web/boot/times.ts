/**
 * The units, their lengths in seconds, and the smallest difference that uses them. Switches early, so that nothing says
 * 60 minutes.
 */
const STEPS: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['minute', 60, 30],
  ['hour', 3600, 3570],
  ['day', 86_400, 84_600],
];

/**
 * Describes a moment: as “12 min. ago” within a week, otherwise by its day in the reader’s time zone. `ago` uses no
 * abbreviations, for the end of a sentence.
 */
export function describeTime(at: Date, kind: string, language: string, now = Date.now()): string {
  const seconds = Math.round(Math.abs(at.getTime() - now) / 1000);
  if ((kind === 'relative' || kind === 'ago') && seconds < 7 * 86_400) {
    // Seconds aren’t counted: zero seconds are “now”, but zero minutes would be “this minute”.
    const [unit, length] = STEPS.findLast(([, , from]) => seconds >= from) ?? ['second', Infinity];
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: kind === 'ago' ? 'long' : 'short' }).format(
      Math.sign(at.getTime() - now) * Math.round(seconds / length),
      unit,
    );
  }
  return describeDay(at, kind === 'ago' ? 'long' : kind, language);
}

/** Placeholder for text that only the browser can determine. It keeps the height of the line. */
export const NO_WORDS = '\u00a0';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating one takes longer than the page around it (docs/quality.md, S3). */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

/** Formats the day. Also used by the server. `timeZone` defaults to the reader’s. */
export function describeDay(at: Date, kind: string, language: string, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {};
  if (kind === 'moment') return formatOf(language, { dateStyle: 'long', timeStyle: 'short', ...zone }).format(at);
  if (kind === 'long') return formatOf(language, { dateStyle: 'long', ...zone }).format(at);
  if (kind === 'clock') return formatOf(language, { timeStyle: 'short', ...zone }).format(at);
  const year = at.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const time = kind === 'day-clock' ? ({ hour: 'numeric', minute: '2-digit' } as const) : {};
  return formatOf(language, { day: 'numeric', month: 'short', ...year, ...time, ...zone }).format(at);
}

/**
 * Formats a deadline with its weekday and time zone, which defaults to the reader’s. The zone is abbreviated (“UTC+1”,
 * “MEZ”), because its full name (“heure : France”) doesn’t fit into a sentence.
 */
export function describeDeadline(at: Date, language: string, timeZone?: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  // Otherwise Korean would get an English AM or PM.
  const half = language === 'ko' ? ({ dayPeriod: 'short' } as const) : {};
  return formatOf(language, { ...day, ...time, ...half, ...(timeZone ? { timeZone } : {}) }).format(at);
}

/** Describes the time left, as “in 4 days”. Rounds down from an hour on. No text once it is over. */
export function describeLeft(at: Date, language: string, now = Date.now()): string {
  const minutes = Math.ceil((at.getTime() - now) / 60_000);
  if (minutes <= 0) return NO_WORDS;
  const hours = Math.floor(minutes / 60);
  const format = new Intl.RelativeTimeFormat(language);
  if (hours >= 72) return format.format(Math.floor(hours / 24), 'day');
  return hours > 0 ? format.format(hours, 'hour') : format.format(minutes, 'minute');
}

/** Shows every <time> in a part of the page in the reader’s time zone. */
export function showTimes(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLTimeElement>('time[data-kind]')) showTime(element);
}

/** Returns whether the server’s text in UTC is the reader’s day or hour, too, so that nothing needs to change. */
function isWritten(at: Date, kind: string): boolean {
  if (kind === 'deadline') return at.getTimezoneOffset() === 0;
  if (kind !== 'long' && kind !== 'short') return false;
  return at.getUTCDate() === at.getDate();
}

/** Updates times that scripts add or change. */
export function watchTimes(): void {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') showChanged(target);
      else for (const node of addedNodes) showChanged(node);
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['datetime'] });
}

function showChanged(node: Node): void {
  if (!(node instanceof Element)) return;
  if (node.matches('time[data-kind]')) showTime(node as HTMLTimeElement);
  showTimes(node);
}

function showTime(element: HTMLTimeElement): void {
  const at = new Date(element.dateTime);
  const { kind = '' } = element.dataset;
  // The first use of the browser’s date formatting takes longer on a slow phone than everything else here
  // (docs/quality.md, S9).
  if (Number.isNaN(at.getTime()) || isWritten(at, kind)) return;
  const { lang } = document.documentElement;
  element.textContent =
    kind === 'deadline'
      ? describeDeadline(at, lang)
      : kind === 'left'
        ? describeLeft(at, lang)
        : describeTime(at, kind, lang);
}
