import type { RoundView } from '../contract.ts';

/** What the end of a chapter shows about rounds. */
export interface ChapterRounds {
  /** The round that the chapter has won. Null for the first chapter. */
  won: { id: string; number: number; entryCount: number } | null;
  /**
   * The newest round, which decides what comes next. Null unless this is the last chapter, and before the first round.
   */
  newest: RoundView | null;
  isLast: boolean;
}

/** `rounds` are the rounds of the story, newest first. */
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
