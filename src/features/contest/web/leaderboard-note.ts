import { useT } from '#web/i18n/i18n.tsx';

export interface Standing {
  userId: string;
  wins: number;
  entries: number;
}

/**
 * Returns a note for an author: rounds won and number of entries. Without entries in completed rounds, returns null, or
 * undefined for the creator, whose default label then stays.
 */
export function useLeaderboardNote(
  leaderboard: readonly Standing[],
): (participant: { id: string; isCreator: boolean }) => string | null | undefined {
  const t = useT('contest');
  const byUser = new Map(leaderboard.map((standing) => [standing.userId, standing]));
  return ({ id, isCreator }) => {
    const { wins = 0, entries = 0 } = byUser.get(id) ?? {};
    if (entries > 0) return t('contest.wins_entries', { wins, entries });
    return isCreator ? undefined : null;
  };
}
