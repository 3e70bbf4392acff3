import { readPublic } from './read-public.ts';

interface Entry {
  id: string;
  number: number;
  title: string | null;
}

/** Number of chapters in the sheet, and how many of them come before the one that is read. */
const SHOWN = 50;
const BEFORE = 20;

interface Place {
  storyId: string;
  chapterId: string;
  number: number;
}

/**
 * Makes the link to the chapter list open a sheet: with the chapters around this one, or in a tree with the path to it.
 * If there are none, or if they can’t be loaded, the link leads to the list on the page of the story, or to the map.
 * Returns a function that opens the sheet.
 */
export function bindContents(bar: HTMLElement): () => void {
  const link = bar.querySelector<HTMLAnchorElement>('[data-contents]');
  const described = document.querySelector<HTMLElement>('[data-place]')?.dataset.place;
  if (!link || described === undefined) return () => link?.click();
  const sheet = document.createElement('nav');
  sheet.popover = 'auto';
  sheet.dataset.sheet = '';
  sheet.className = 'no-print';
  sheet.setAttribute('aria-label', link.getAttribute('aria-label')!);
  let isLoading = false;
  const open = async () => {
    if (isLoading) return;
    isLoading = true;
    const links = await linksOf(link, JSON.parse(described)).catch(() => []);
    isLoading = false;
    if (links.length === 0) {
      location.href = link.href;
      return;
    }
    const all = link.cloneNode() as HTMLAnchorElement;
    all.textContent = link.getAttribute('aria-label');
    all.removeAttribute('class');
    sheet.replaceChildren(...links, all);
    link.after(sheet);
    sheet.showPopover();
    const here = sheet.querySelector<HTMLElement>('[aria-current]') ?? links.at(-1)!;
    // Only the sheet scrolls, not the text behind it.
    sheet.scrollTop = here.offsetTop - sheet.clientHeight / 2;
    here.focus({ preventScroll: true });
  };
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open();
  });
  return () => void open();
}

async function linksOf(link: HTMLElement, place: Place): Promise<HTMLAnchorElement[]> {
  const { contents: row, titles } = link.dataset;
  if (row) return (await loadChapters(place, titles)).map((chapter) => linkTo(chapter, row, place));
  const path = document.querySelectorAll<HTMLAnchorElement>('[data-path] li > a');
  return [...path].map((step) => {
    const copy = step.cloneNode(true) as HTMLAnchorElement;
    copy.removeAttribute('class');
    return copy;
  });
}

async function loadChapters(place: Place, titlesIn?: string): Promise<Entry[]> {
  const { storyId } = place;
  const cursor = String(Math.max(0, place.number - BEFORE - 1));
  const listed = await readPublic<Entry[]>('chapter/list', { storyId, cursor, limit: String(SHOWN) });
  const chapters = listed.filter(({ title }) => title !== null);
  if (titlesIn === undefined || chapters.length === 0) return chapters;
  const chapterIds = chapters.map(({ id }) => id).join(',');
  const named = await readPublic<{ chapters: Entry[] }>('translation/titles', {
    storyId,
    language: titlesIn,
    chapterIds,
  });
  const titles = new Map(named.chapters.map(({ id, title }) => [id, title]));
  return chapters.map((chapter) => ({ ...chapter, title: titles.get(chapter.id) ?? chapter.title }));
}

function linkTo({ id, number, title }: Entry, row: string, { chapterId }: Place): HTMLAnchorElement {
  const link = document.createElement('a');
  // The other chapters have the address of this one, but for its id. The language stays.
  link.href = location.pathname.replace(/\d+$/, id) + location.search;
  link.textContent = row.replace('{number}', String(number)).replace('{title}', () => title!);
  if (id === chapterId) link.setAttribute('aria-current', 'true');
  return link;
}
