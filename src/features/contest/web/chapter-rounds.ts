import type { RoundView } from '../contract.ts';

/** What the end of a chapter says of the rounds around it. */
export interface ChapterRounds {
  /** The round that the chapter has won; null for the one that the story begins with. */
  won: { id: string; number: number; entryCount: number } | null;
  /** After the last chapter: the newest round, which decides what comes next. Null between chapters, and before any. */
  newest: RoundView | null;
  isLast: boolean;
}

/** `rounds` are those of the story, newest first. */
export function roundsAround(
  chapter: { id: string; next: unknown; story: { progress: string } },
  rounds: readonly RoundView[],
): ChapterRounds {
  const won = rounds.find(({ result }) => result?.winner?.chapter.id === chapter.id);
  const isLast = chapter.next === null && chapter.story.progress === 'ongoing';
  return {
    won: won ? { id: won.id, number: won.number, entryCount: won.entryCount } : null,
    newest: isLast ? (rounds[0] ?? null) : null,
    isLast,
  };
}
