import { clockParts, dateFormat, describeDeadline, HOURS } from '#core/deadline.ts';
import { formatUnit } from '#core/format-unit.ts';
import { placeOf, REST_AFTER, REST_END } from '../ui/thread-places.ts';
import { serverNow } from './server-time.ts';

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
export function describeTime(at: Date, kind: string, language: string, now = serverNow()): string {
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

/** Formats the day. Also used by the server. `timeZone` defaults to the reader’s. */
export function describeDay(at: Date, kind: string, language: string, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {};
  const time = { ...HOURS, timeStyle: 'short', ...zone } as const;
  if (kind === 'moment') return dateFormat(language, { dateStyle: 'long', ...time }).format(at);
  if (kind === 'long') return dateFormat(language, { dateStyle: 'long', ...zone }).format(at);
  if (kind === 'clock') return dateFormat(language, time).format(at);
  const year = at.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const clock = kind === 'day-clock' ? clockParts(language) : {};
  return dateFormat(language, { day: 'numeric', month: 'short', ...year, ...clock, ...zone }).format(at);
}

/**
 * Describes the time left, as “6 days 23 hours left”, like `times.left`, which needs the texts of the page. `words` has
 * the sentences for one and for several of the largest unit, how two units are joined, and what to say once the time is
 * up, each with `#` for what is inserted (`useLeftWords`).
 */
export function describeLeft(at: Date, language: string, words: string, now = serverNow()): string {
  const [one = '', several = '', two = '', up = ''] = words.split('|');
  // As in `countdown`, whose result would need more script.
  const minutes = Math.ceil((at.getTime() - now) / 60_000);
  if (minutes <= 0) return up;
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const counts: [number, 'day' | 'hour' | 'minute'][] = [
    [days, 'day'],
    [hours, 'hour'],
    [days > 0 ? 0 : minutes % 60, 'minute'],
  ];
  const [first = ['', 0], second] = counts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => [formatUnit(count, unit, language), count] as const);
  const [said, count] = first;
  return (count === 1 ? one : several).replace('#', second ? two.replace('#', said).replace('#', second[0]) : said);
}

/** Shows every time in a part of the page in the reader’s time zone, and how much of a time span has elapsed. */
export function showTimes(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLElement>('[data-kind]')) showTime(element);
  for (const thread of part.querySelectorAll<SVGElement>('svg[data-from]')) showElapsed(thread);
}

/** The first two elements of the drawing are its elapsed part and the rest (`ui/time-thread.tsx`). */
function showElapsed({ dataset: { from = '', to = '' }, children }: SVGElement): void {
  const at = placeOf(Date.parse(from), Date.parse(to), serverNow());
  children[0]?.setAttribute('x2', `${at}%`);
  children[1]?.setAttribute('x1', `${Math.min(at + REST_AFTER, REST_END)}%`);
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
  if (node.matches('[data-kind]')) showTime(node as HTMLElement);
  showTimes(node);
}

function showTime(element: HTMLElement): void {
  const at = new Date(element.getAttribute('datetime') ?? element.dataset.at ?? '');
  const { kind = '' } = element.dataset;
  // The first use of the browser’s date formatting takes longer on a slow phone than everything else here
  // (docs/quality.md, S9).
  if (Number.isNaN(at.getTime()) || (element.hasChildNodes() && isWritten(at, kind))) return;
  const { lang } = document.documentElement;
  element.textContent =
    kind === 'deadline'
      ? describeDeadline(at, lang)
      : kind === 'left'
        ? describeLeft(at, lang, element.dataset.words ?? '')
        : describeTime(at, kind, lang);
}
