import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to, toTranslating } from '#core/pages.ts';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';
import { profileApi, type WaitingText } from '../contract.ts';
import { TabList } from './tab-list.tsx';

/** The member’s texts and translations that are in review. */
export function OwnWaiting() {
  const t = useT('account');
  return (
    <TabList
      name="waiting"
      load={(cursor) => call(profileApi.reviewing, { cursor })}
      moves={({ byPerson }) => !byPerson}
      row={(text) => <WaitingRow key={`${text.kind} ${text.id}`} text={text} />}
      empty={
        <Empty title={t('account.no_waiting')}>
          <p className="soft">{t('account.no_waiting_text')}</p>
          <ButtonLink to={to.editStory({ new: 1 })}>{t('account.begin')}</ButtonLink>
        </Empty>
      }
    />
  );
}

function WaitingRow({ text }: { text: WaitingText }) {
  const t = useT('account');
  const kind = useKind(text);
  return (
    <li className={classNames(list.row, list.slim, styles.piece)}>
      <div>
        <p className={list.name} lang={LANGUAGE_TAGS[text.language]}>
          <Link className="quiet" to={addressOf(text)}>
            {text.title}
          </Link>
        </p>
        <Meta>
          <span>{kind}</span>
          {text.storyTitle !== text.title && <span lang={LANGUAGE_TAGS[text.language]}>{text.storyTitle}</span>}
        </Meta>
        <p className={styles.state}>
          <Badge kind="warn">{text.isEdit ? t('account.state_edit_pending') : t('account.state_pending')}</Badge>
          <span className={styles.why}>{text.byPerson ? t('account.person_reads') : t('account.check_reads')}</span>
        </p>
      </div>
      <Time at={text.submittedAt} kind="relative" className={list.when} />
    </li>
  );
}

function useKind({ kind, into }: WaitingText): string {
  const t = useT('account');
  const nameOf = useLanguageName();
  switch (kind) {
    case 'story':
      return t('account.kind_story');
    case 'chapter':
      return t('account.kind_chapter');
    case 'submission':
      return t('account.kind_submission');
    case 'translation':
      return t('account.kind_translation', { language: into ? nameOf(into) : '' });
  }
}

/** Returns the page where the member sees the state of a text. */
function addressOf({ kind, storyId, chapterId, roundId, into }: WaitingText): string {
  switch (kind) {
    case 'story':
      return to.story({ storyId });
    case 'chapter':
      return to.editChapter({ storyId, chapterId });
    case 'submission':
      return to.editSubmission({ storyId, roundId: roundId! });
    case 'translation':
      return toTranslating({ storyId, chapterId }, { lang: into });
  }
}
