import { to } from '#core/pages.ts';
import { HiddenChapterText } from '#features/chapters/web/hidden-text.tsx';
import { WorkRestriction } from '#features/moderation/web/work-restriction.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { HiddenChapterProps } from './chapter-page.tsx';

/** For the author of a hidden chapter and for moderators: why it is hidden, what they can do, and its text. */
export function HiddenChapter({ storyId, chapterId, language }: HiddenChapterProps) {
  const t = useT('reader');
  return (
    <WorkRestriction
      action="hide_chapter"
      subjectId={chapterId}
      actions={<ButtonLink to={to.editChapter({ storyId, chapterId })}>{t('reader.blocked_edit')}</ButtonLink>}
      work={<HiddenChapterText chapterId={chapterId} language={language} />}
    />
  );
}
