import { useT } from '#web/i18n/i18n.tsx';

interface Standing {
  userId: string;
  wins: number;
  entries: number;
}

/** What is said beside each author: rounds won, entries. Who has not entered a completed round has no note. */
export function useStandingNote(standings: readonly Standing[]): (participant: { id: string }) => string | null {
  const t = useT('contest');
  const byUser = new Map(standings.map((standing) => [standing.userId, standing]));
  return ({ id }) => {
    const { wins = 0, entries = 0 } = byUser.get(id) ?? {};
    return entries > 0 ? t('contest.wins_entries', { wins, entries }) : null;
  };
}
