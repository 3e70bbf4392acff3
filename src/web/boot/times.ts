/** The units, how long each is, and from when on it is said: early enough that no hour is 60 minutes. */
const STEPS: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['minute', 60, 30],
  ['hour', 3600, 3570],
  ['day', 86_400, 84_600],
];

/**
 * A moment in words: "12 min" ago for what is near, the day for what is not; in the reader's own time zone. `ago` says it
 * without abbreviations, to stand at the end of a sentence.
 */
export function describeTime(at: Date, kind: string, language: string, now = Date.now()): string {
  const seconds = Math.round(Math.abs(at.getTime() - now) / 1000);
  if ((kind === 'relative' || kind === 'ago') && seconds < 7 * 86_400) {
    // No second is counted: no seconds at all are "now", and no minutes would be "this minute".
    const [unit, length] = STEPS.findLast(([, , from]) => seconds >= from) ?? ['second', Infinity];
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: kind === 'ago' ? 'long' : 'short' }).format(
      Math.sign(at.getTime() - now) * Math.round(seconds / length),
      unit,
    );
  }
  return describeDay(at, kind === 'ago' ? 'long' : kind, language);
}

/** Keeps the line of words that only the browser can say. */
export const NO_WORDS = '\u00a0';

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

/**
 * A deadline with its day of the week and the zone that it is said in; the reader's own unless one is given. The zone is
 * short ("UTC+1", "MEZ"), since its whole name ("heure : France") goes into no sentence.
 */
export function describeDeadline(at: Date, language: string, timeZone?: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  // Korean would stand with an English AM or PM otherwise.
  const half = language === 'ko' ? ({ dayPeriod: 'short' } as const) : {};
  return formatOf(language, { ...day, ...time, ...half, ...(timeZone ? { timeZone } : {}) }).format(at);
}

/** How long it still is, as "in 4 days": never more than it is, and no words once it is over. */
export function describeLeft(at: Date, language: string, now = Date.now()): string {
  const minutes = Math.ceil((at.getTime() - now) / 60_000);
  if (minutes <= 0) return NO_WORDS;
  const hours = Math.floor(minutes / 60);
  const format = new Intl.RelativeTimeFormat(language);
  if (hours >= 72) return format.format(Math.floor(hours / 24), 'day');
  return hours > 0 ? format.format(hours, 'hour') : format.format(minutes, 'minute');
}

/** Writes every <time> of a part of the page in the reader's own time; the place it takes stays as it is. */
export function showTimes(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLTimeElement>('time[data-kind]')) showTime(element);
}

/** True when what the server wrote in UTC is the reader's own day or hour too: then there is nothing to write. */
function isWritten(at: Date, kind: string): boolean {
  if (kind === 'deadline') return at.getTimezoneOffset() === 0;
  if (kind !== 'long' && kind !== 'short') return false;
  return at.getUTCDate() === at.getDate();
}

/** Does the same for times that scripts add or change. */
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
  // Waking up the browser's knowledge of dates takes a slow phone longer than all else here (docs/quality.md, S9).
  if (Number.isNaN(at.getTime()) || isWritten(at, kind)) return;
  const { lang } = document.documentElement;
  element.textContent =
    kind === 'deadline'
      ? describeDeadline(at, lang)
      : kind === 'left'
        ? describeLeft(at, lang)
        : describeTime(at, kind, lang);
}
