import { MANY_STOP, MANY_STOP_LEAST, STOPS_NAMED } from './statistics-limits.ts';

/** How often a chapter was opened and finished. */
export interface ChapterCount {
  id: string;
  number: number;
  opened: number;
  ended: number;
}

export interface Stop<C extends ChapterCount> {
  chapter: C;
  /** Index in the list. */
  index: number;
  stopped: number;
  /** Share of the chapter’s readers, from 0 to 1. */
  share: number;
}

/** Returns how many of a chapter’s readers did not open the next one. Null for the last chapter. */
export function stoppedAfter(chapters: readonly ChapterCount[], index: number): number | null {
  const [here, next] = [chapters[index], chapters[index + 1]];
  return here && next ? Math.max(0, here.opened - next.opened) : null;
}

/** Returns the chapters after which many readers stop, most first. */
export function manyStopAt<C extends ChapterCount>(chapters: readonly C[]): Stop<C>[] {
  return chapters
    .flatMap((chapter, index) => {
      const stopped = stoppedAfter(chapters, index) ?? 0;
      const share = chapter.opened === 0 ? 0 : stopped / chapter.opened;
      return stopped >= MANY_STOP_LEAST && share >= MANY_STOP ? [{ chapter, index, stopped, share }] : [];
    })
    .sort((a, b) => b.stopped - a.stopped)
    .slice(0, STOPS_NAMED);
}

/** What the figures of a linear story mean, for one or two sentences. */
export type Meaning =
  | { kind: 'stop'; number: number; opened: number; stopped: number }
  | { kind: 'end'; began: number }
  | { kind: 'one'; began: number };

export function meaningOf(chapters: readonly ChapterCount[]): Meaning & { passed: number; ended: number } {
  const began = chapters[0]?.opened ?? 0;
  const ended = chapters.at(-1)?.ended ?? 0;
  const [worst] = manyStopAt(chapters);
  if (!worst) return { kind: chapters.length > 1 ? 'end' : 'one', began, passed: began, ended };
  const { number, opened } = worst.chapter;
  const { stopped } = worst;
  return { kind: 'stop', number, opened, stopped, passed: opened - stopped, ended };
}
