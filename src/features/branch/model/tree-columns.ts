import type { Language } from '#core/languages.ts';
import type { HiddenBy } from '#features/chapters/model/chapter-status.ts';
import type { FlatChapter } from './tree.ts';

/** The chapters of a tree, stored by property. As a list of objects, property names would be half of a large page. */
export interface TreeColumns {
  readonly ids: readonly string[];
  /** Indexes of the parent chapters in the list. -1 for the first chapter. */
  readonly parents: readonly number[];
  readonly titles: readonly (string | null)[];
  readonly choices: readonly (string | null)[];
  readonly authors: readonly (number | null)[];
  /** Languages of titles and choices that aren’t shown in their original language. */
  readonly languages: Readonly<Record<number, Language>>;
  /** Who hid the chapters that are hidden. */
  readonly hidden: Readonly<Record<number, HiddenBy>>;
}

export function toColumns(chapters: readonly FlatChapter[]): TreeColumns {
  const places = new Map(chapters.map(({ id }, i) => [id, i]));
  return {
    ids: chapters.map(({ id }) => id),
    parents: chapters.map(({ parentId }) => (parentId === null ? -1 : (places.get(parentId) ?? -1))),
    titles: chapters.map(({ title }) => title),
    choices: chapters.map(({ choice }) => choice),
    authors: chapters.map(({ author }) => author),
    languages: Object.fromEntries(
      chapters.flatMap(({ titleLanguage }, i) => (titleLanguage ? [[i, titleLanguage]] : [])),
    ),
    hidden: Object.fromEntries(chapters.flatMap(({ hiddenBy }, i) => (hiddenBy ? [[i, hiddenBy]] : []))),
  };
}

export function fromColumns({ ids, parents, titles, choices, authors, languages, hidden }: TreeColumns): FlatChapter[] {
  const chapters: FlatChapter[] = [];
  for (const [i, id] of ids.entries()) {
    const parent = chapters[parents[i]!];
    chapters.push({
      id,
      parentId: parent?.id ?? null,
      number: (parent?.number ?? 0) + 1,
      title: titles[i]!,
      choice: choices[i]!,
      author: authors[i]!,
      titleLanguage: languages[i],
      hiddenBy: hidden[i],
    });
  }
  return chapters;
}
