import type { StoryCard } from '#features/stories/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import type { Home } from '../contract.ts';

/** Returns the state of a competition under its cover. Null if there is nothing to say. */
export function useStandingFact(standings: Home['standings']): (story: StoryCard) => string | null {
  const t = useT('discovery');
  return ({ id }) => {
    const round = standings[id]?.round;
    if (round?.status === 'voting') return t('home.vote_open');
    return round?.status === 'writing' ? t('home.round_number', { number: round.number }) : null;
  };
}

/** `useStandingFact`, or how many of the places in a story are taken. */
export function usePlacesFact(standings: Home['standings']): (story: StoryCard) => string | null {
  const t = useT('discovery');
  const standingFact = useStandingFact(standings);
  return (story) => {
    const { writers, places = null } = standings[story.id] ?? {};
    const isOpen = writers !== undefined && places !== null && story.progress === 'ongoing';
    return standingFact(story) ?? (isOpen ? t('home.writers_of', { count: writers, places }) : null);
  };
}
