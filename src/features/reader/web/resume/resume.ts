import { isLanguage, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { MemberData } from '#web/api/member-data.ts';
import { refreshToken } from '#web/api/session.ts';
import { showHomeWith } from '#web/boot/needs.ts';
import { keepMemberReading, type LocalPlace, localPlaces, whereToGoOn } from '#web/boot/reading.ts';
import { onReturn } from '#web/boot/returning.ts';
import { readerApi } from '../../contract.ts';
import { onBrought } from '../brought.ts';
import { bindOffer } from './offer.ts';

/** A story to continue, from the server or this browser. */
interface ResumePlace {
  storyId: string;
  storyTitle: string;
  /** Language of the story’s title. `chapterLanguage` is that of the chapter’s title. */
  language: Language;
  chapterLanguage: Language;
  mode: string;
  coverUrl: string;
  /** The chapter to continue with. */
  chapter: { id: string; number: number; title: string };
  /** True if it is the one after the chapter that was opened last. */
  isNext: boolean;
  /** True if this chapter was read to its end. */
  atEnd: boolean;
  readCount: number;
  chapterCount: number;
}

/** Number of stories shown. The first one is larger. */
const SHOWN = 2;

/** Empty if this browser has stored a language that is no longer known. */
function ofVisitor(place: LocalPlace): ResumePlace[] {
  const { language } = place;
  const chapterLanguage = place.chapterLanguage ?? language;
  if (!isLanguage(language) || !isLanguage(chapterLanguage)) return [];
  const { chapter, atEnd } = whereToGoOn(place);
  const isNext = chapter.id !== place.chapterId;
  return [{ ...place, chapter, atEnd, isNext, language, chapterLanguage, readCount: place.read.length }];
}

async function fetchPlaces(): Promise<ResumePlace[]> {
  const places = await call(readerApi.positions, {});
  return places.map(({ story, chapter, ...place }) => ({
    ...place,
    storyId: story.id,
    storyTitle: story.title,
    language: story.titleLanguage,
    chapterLanguage: chapter.titleLanguage,
    mode: story.mode,
    coverUrl: story.coverUrl,
    chapter,
    chapterCount: story.chapterCount,
  }));
}

const ofMember = new MemberData({ fetch: fetchPlaces, lasts: 5 * MINUTE });

const isMember = () => refreshToken() !== null;

/** Returns null while a member’s reading positions are being fetched. */
function findPlaces(): ResumePlace[] | null {
  if (!isMember()) return localPlaces().flatMap(ofVisitor);
  const { data, error } = ofMember.state;
  return data ?? (error ? [] : null);
}

function fill(element: HTMLElement, values: Readonly<Record<string, string | number>>): string {
  const text = element.textContent.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  element.textContent = text;
  return text;
}

/** With more chapters, a progress bar is shown instead of knots. */
const KNOTS_MAX = 30;

/** Shows the chapters of a story that several members write as the knots of its thread. */
function showKnots(knots: HTMLElement, read: number, count: number): void {
  const { done = '' } = knots.dataset;
  knots.replaceChildren(
    ...Array.from({ length: count }, (_, i) => {
      const knot = document.createElement('i');
      if (i < read) knot.className = done;
      return knot;
    }),
  );
}

function makeRow(pattern: HTMLTemplateElement, place: ResumePlace): HTMLElement {
  const row = pattern.content.firstElementChild!.cloneNode(true) as HTMLElement;
  const find = <E extends HTMLElement = HTMLElement>(selector: string) => row.querySelector<E>(selector)!;
  const { storyId, chapter, chapterCount: count } = place;
  const read = Math.min(place.readCount, count);
  // For readers who skipped chapters or didn’t finish them, the number of chapters read would contradict this one.
  const isAhead = 'line' in pattern.dataset && !place.isNext && read < chapter.number - 1;
  const cover = find<HTMLImageElement>('img');
  cover.loading = 'eager';
  cover.src = place.coverUrl;
  row.dataset.of = storyId;
  const link = find<HTMLAnchorElement>('[data-story] a');
  link.textContent = place.storyTitle;
  const hash = place.atEnd ? (pattern.dataset.ended ?? '') : '';
  // A template has no URL that relative ones could be resolved against.
  link.setAttribute(
    'href',
    link.getAttribute('href')!.replace('/0/chapter/0', `/${storyId}/chapter/${chapter.id}`) + hash,
  );
  find('[data-story]').lang = LANGUAGE_TAGS[place.language];
  const title = find(place.isNext ? '[data-next]' : '[data-title]');
  title.hidden = false;
  title.lang = LANGUAGE_TAGS[place.chapterLanguage];
  fill(title, { number: chapter.number, title: chapter.title });
  const progress = find<HTMLProgressElement>('progress');
  progress.max = count;
  progress.value = read;
  const facts = find(isAhead ? '[data-at]' : '[data-read]');
  find(isAhead ? '[data-read]' : '[data-at]').remove();
  progress.ariaLabel = fill(facts, { read, count, number: chapter.number });
  const knots = row.querySelector<HTMLElement>('[data-knots]');
  if (!knots || count > KNOTS_MAX) return row;
  knots.ariaLabel = progress.ariaLabel;
  knots.hidden = false;
  progress.hidden = true;
  showKnots(knots, read, count);
  return row;
}

/**
 * Shows what the reader can continue: reading positions of visitors are stored in this browser, those of members on the
 * server. Works without React.
 */
export function bind(part: HTMLElement): void {
  const section = part.querySelector('section')!;
  const rows = part.querySelector<HTMLElement>('[data-rows]')!;
  const placeholder = [...rows.children];
  // One for each writing mode. A browser may have stored a mode that no longer exists.
  const patterns = new Map([...part.querySelectorAll('template')].map((pattern) => [pattern.dataset.mode, pattern]));
  const rowFor = (place: ResumePlace, i: number) => {
    const row = makeRow(patterns.get(place.mode)!, place);
    if (i > 0) row.classList.add(rows.dataset.second!);
    return row;
  };
  const showOffer = bindOffer(part);
  let shown = 'null';
  const show = () => {
    showOffer(isMember());
    const places = findPlaces()
      ?.filter(({ mode }) => patterns.has(mode))
      .slice(0, SHOWN);
    const hasPlaces = places !== undefined && places.length > 0;
    if (!isMember()) document.documentElement.toggleAttribute('data-reading', hasPlaces);
    else if (ofMember.state.data) keepMemberReading(places?.length ?? 0);
    if (places) showHomeWith('resume');
    const text = JSON.stringify(places ?? null);
    if (text === shown) return;
    shown = text;
    const focused = rows.querySelector(':focus')?.closest('article')?.dataset.of;
    section.hidden = places?.length === 0;
    // Removes the rows of another member before those of this one are loaded.
    rows.replaceChildren(...(places?.map(rowFor) ?? placeholder));
    if (focused) rows.querySelector<HTMLElement>(`[data-of="${focused}"] a`)?.focus({ preventScroll: true });
  };
  ofMember.subscribe(show);
  onBrought(() => void ofMember.renew());
  onReturn(show);
  show();
}
