import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useT } from '#web/i18n/i18n.tsx';

/** Why the member can’t write here now, and what to do about it. The reason depends on the mode. */
export function useRefusal(mode: WritingMode): { title: string; text: string } {
  const t = useT('chapters');
  const solo = { title: t('chapters.may_not_write'), text: t('chapters.may_not_write_text') };
  const refusals: Record<WritingMode, { title: string; text: string }> = {
    solo,
    relay: { title: t('chapters.not_your_turn'), text: t('chapters.not_your_turn_text') },
    branch: { title: t('chapters.not_from_here'), text: t('chapters.not_from_here_text') },
    competition: { title: t('chapters.only_by_rounds'), text: t('chapters.only_by_rounds_text') },
  };
  return refusals[mode];
}
