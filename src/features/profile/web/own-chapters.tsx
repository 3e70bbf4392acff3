import { lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { chapterApi, type OwnChapter } from '#features/chapters/contract.ts';
import { wasPublished } from '#features/chapters/model/chapter-status.ts';
import { OwnSection } from '#features/stories/web/own-section.tsx';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';

/** Unpublished chapters and edits of chapters, in the member’s own stories or in others’. Hidden if there are none. */
export function OwnChapters({ within }: { within: 'own' | 'others' }) {
  const t = useT('account');
  return (
    <OwnSection
      name={['chapters', within]}
      title={t('account.chapters')}
      load={(cursor) => call(chapterApi.listOwn, { within, cursor })}
      row={(chapter) => <ChapterRow key={chapter.id} chapter={chapter} />}
    />
  );
}

function ChapterRow({ chapter }: { chapter: OwnChapter }) {
  const t = useT('account');
  const { id, storyId, number } = chapter;
  const write = to.editChapter({ storyId, chapterId: id });
  const title = chapter.title || t('account.untitled');
  const { kind, name, act } = useStanding(chapter);
  return (
    <li className={classNames(list.row, list.slim, styles.piece)}>
      <div>
        <p className={list.name}>
          <Link className="quiet" to={write}>
            {number === null ? title : t('common.numbered_title', { number, title })}
          </Link>
        </p>
        <Meta>
          <span>{chapter.storyTitle}</span>
          <span>{t('common.units', { count: chapter.units, unit: lengthUnit(chapter.language) })}</span>
        </Meta>
        <p className={styles.state}>
          <Badge kind={kind}>{name}</Badge>
          {chapter.status === 'hidden' && !chapter.takenDown && (
            <Badge kind="danger">{t('account.state_hidden')}</Badge>
          )}
        </p>
        {act && (
          <p className={styles.do}>
            <Link className={styles.see} to={write}>
              {act}
              <span className="hide">: {title}</span>
            </Link>
          </p>
        )}
      </div>
      <Time at={chapter.savedAt} kind="relative" className={list.when} />
    </li>
  );
}

interface Standing {
  kind: 'ok' | 'warn' | 'danger' | undefined;
  name: string;
  act: string | null;
}

/** Returns the status of the chapter, or of the edit of a published chapter. */
function useStanding({ status, editStatus, takenDown }: OwnChapter): Standing {
  const t = useT('account');
  const isEdit = wasPublished(status);
  switch (isEdit ? editStatus : status) {
    case 'pending':
      return {
        kind: 'warn',
        name: isEdit && !takenDown ? t('account.state_edit_pending') : t('account.state_pending'),
        act: null,
      };
    case 'rejected':
      return {
        kind: 'danger',
        name: isEdit && !takenDown ? t('account.state_edit_rejected') : t('account.state_rejected'),
        act: t('account.change'),
      };
    default:
      return {
        kind: undefined,
        name: takenDown
          ? t('account.state_taken_down')
          : isEdit
            ? t('account.state_edit_draft')
            : t('account.state_draft'),
        act: takenDown ? t('account.publish_again') : t('account.go_on_writing'),
      };
  }
}
