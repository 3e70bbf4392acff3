import { useQuery } from '@tanstack/react-query';
import { to } from '#core/pages.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { HiddenChapterText, useHiddenText } from '#features/chapters/web/hidden-text.tsx';
import { hidingOf } from '#features/chapters/web/hiding.ts';
import { ModeratorActions } from '#features/moderation/web/moderator-actions.tsx';
import { WorkRestriction } from '#features/moderation/web/work-restriction.tsx';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { HiddenChapterProps } from './chapter-page.tsx';
import styles from './reader.module.css';

/** For the author of a hidden chapter and for moderators: why it is hidden, what they can do, and its text. */
export function HiddenChapter(props: HiddenChapterProps) {
  const { storyId, chapterId, language, isTakenDown = false } = props;
  const t = useT('reader');
  if (isTakenDown)
    return (
      <>
        <QueryProvider>
          <TakenDown {...props} />
        </QueryProvider>
        <WorkRestriction
          action="hide_chapter"
          subjectId={chapterId}
          undecided={<Hide chapterId={chapterId} language={language} />}
        />
      </>
    );
  return (
    <WorkRestriction
      action="hide_chapter"
      subjectId={chapterId}
      actions={<ButtonLink to={to.editChapter({ storyId, chapterId })}>{t('reader.blocked_edit')}</ButtonLink>}
      work={<HiddenChapterText chapterId={chapterId} language={language} />}
    />
  );
}

/** For moderators: hides a chapter that its author has taken down, so that publishing it again doesn’t show it. */
function Hide({ chapterId, language }: Omit<HiddenChapterProps, 'storyId'>) {
  const { data } = useHiddenText(chapterId);
  return data && <ModeratorActions requests={[hidingOf({ id: chapterId, language }, data.author)]} />;
}

/** The chapter that its author has taken down, with the way back. */
function TakenDown({ storyId, chapterId, language }: HiddenChapterProps) {
  const t = useT('reader');
  const { data: me } = useMe();
  const { data: viewer } = useQuery({
    queryKey: ['chapter', chapterId, 'viewer'],
    queryFn: () => call(chapterApi.viewerState, { chapterId }),
    // Its author may just have taken it down on this page.
    staleTime: 0,
  });
  if (!viewer || !me || !(viewer.takenDown || me.roles.length > 0)) return null;
  return (
    <>
      <section className={styles.takenDown}>
        <p>{viewer.takenDown ? t('reader.taken_down_yours') : t('reader.taken_down_moderator')}</p>
        {viewer.takenDown && (
          <ButtonLink kind="primary" to={to.editChapter({ storyId, chapterId })}>
            {t('reader.publish_again')}
          </ButtonLink>
        )}
      </section>
      <HiddenChapterText chapterId={chapterId} language={language} />
    </>
  );
}
