import type { ReactNode } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import type { ChapterEditorData } from '../../contract.ts';
import styles from './editor-page.module.css';
import room from './room.module.css';

/** The bar above the editor: back to the story, save status, actions. */
export function EditorTopBar({
  story,
  logo,
  back,
  wide = false,
  withLanguage = false,
  children,
}: {
  story: Pick<ChapterEditorData['story'], 'id' | 'title' | 'language' | 'isPublished'>;
  logo: ReactNode;
  /** Where the back link leads, if not to the story. */
  back?: { to: string; label: string } | undefined;
  /** For a text with its original next to it. */
  wide?: boolean;
  /** Says in which language the story is written. */
  withLanguage?: boolean;
  children?: ReactNode;
}) {
  const t = useT('chapters');
  // An unpublished story has no page except the one for editing it.
  const home = story.isPublished ? to.story({ storyId: story.id }) : to.editStory({ storyId: story.id });
  return (
    <header className={styles.bar}>
      <div className={classNames('wrap', wide && styles.wide)}>
        <Link
          className={styles.back}
          to={back?.to ?? home}
          aria-label={back?.label ?? t('chapters.back_to_named', { title: story.title })}
        >
          {logo}
          <span lang={LANGUAGE_TAGS[story.language]}>{story.title}</span>
        </Link>
        {withLanguage && <WrittenIn language={story.language} />}
        <div className={styles.push}>{children}</div>
      </div>
    </header>
  );
}

/** The language of the story, so that the author doesn’t write in another one. Short on phones. */
function WrittenIn({ language }: { language: Language }) {
  const t = useT('chapters');
  const nameOf = useLanguageName();
  const says = t('chapters.written_in', { language: nameOf(language) });
  return (
    <span className={room.writtenIn} title={says}>
      <span className={room.writtenInFull}>{says}</span>
      <span className={room.writtenInCode} aria-hidden="true">
        {language.toUpperCase()}
      </span>
    </span>
  );
}
