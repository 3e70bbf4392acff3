import { countdown } from '#core/countdown.ts';

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

/** Times of day have 24 hours in all languages. */
const HOURS = { hourCycle: 'h23' } as const;

/** Formats the day. Also used by the server. `timeZone` defaults to the reader’s. */
export function describeDay(at: Date, kind: string, language: string, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {};
  const time = { ...HOURS, timeStyle: 'short', ...zone } as const;
  if (kind === 'moment') return formatOf(language, { dateStyle: 'long', ...time }).format(at);
  if (kind === 'long') return formatOf(language, { dateStyle: 'long', ...zone }).format(at);
  if (kind === 'clock') return formatOf(language, time).format(at);
  const year = at.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const clock = kind === 'day-clock' ? ({ ...HOURS, hour: 'numeric', minute: '2-digit' } as const) : {};
  return formatOf(language, { day: 'numeric', month: 'short', ...year, ...clock, ...zone }).format(at);
}

/**
 * Formats a deadline with its weekday. `timeZone` defaults to the reader’s own, which isn’t named. Others are
 * abbreviated (“UTC”), because their full name doesn’t fit into a sentence.
 */
export function describeDeadline(at: Date, language: string, timeZone?: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const time = { ...HOURS, hour: 'numeric', minute: '2-digit' } as const;
  const zone = timeZone ? ({ timeZone, timeZoneName: 'short' } as const) : {};
  return formatOf(language, { ...day, ...time, ...zone }).format(at);
}

/**
 * Describes the time left, as “4 days 6 hours left”, with one of the patterns of `times.left` (`ui/left-patterns.ts`): the
 * script of the page has no catalog. No text once it is over.
 */
export function describeLeft(at: Date, patterns: Readonly<Record<string, string>>, now = Date.now()): string {
  const left = countdown(at.getTime() - now);
  if (!left) return NO_WORDS;
  const numbers = [left.days, left.hours, left.minutes];
  const pattern = patterns[numbers.map((number) => Math.min(number, 2)).join('')] ?? NO_WORDS;
  const named = numbers.filter((number) => number > 0);
  return pattern.replace(/#/g, () => String(named.shift()));
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
        ? describeLeft(at, JSON.parse(element.dataset.patterns ?? '{}'))
        : describeTime(at, kind, lang);
}
