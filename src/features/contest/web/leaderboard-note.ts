import { useT } from '#web/i18n/i18n.tsx';

export interface Standing {
  userId: string;
  wins: number;
  entries: number;
}

/** Beside each author: rounds won, entries. Without an entry in a completed round the creator's own word stays alone. */
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
