import type { Language } from '#core/languages.ts';
import { ReasonDialog } from '#features/moderation/web/reason-dialog.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { translationApi } from '../contract.ts';

/**
 * For moderators: takes a published translation down. Its translator reads the reason; the one that was public before it
 * comes back.
 */
export function TakeDownDialog({
  storyId,
  chapterId,
  language,
  onDone,
  onClose,
}: {
  storyId: string;
  /** Left out for the title and the description of the story. */
  chapterId?: string;
  language: Language;
  /** The page shows what is not public any more. */
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT('review');
  return (
    <ReasonDialog
      about={`translation ${storyId} ${chapterId ?? ''} ${language}`}
      title={t('review.take_down_title')}
      label={t('review.take_down_reason')}
      act={t('review.take_down')}
      language={language}
      onGive={async (reason) => {
        await call(translationApi.takeDown, { storyId, ...(chapterId ? { chapterId } : {}), language, reason });
        onDone();
      }}
      onClose={onClose}
    >
      <p>{t('review.take_down_text')}</p>
    </ReasonDialog>
  );
}
