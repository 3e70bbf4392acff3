import type { ReactNode } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import type { ChapterEditorData } from '../../contract.ts';
import styles from './editor-page.module.css';

/** The bar above the editor: back to the story, save status, actions. */
export function EditorTopBar({
  story,
  logo,
  back,
  wide = false,
  children,
}: {
  story: Pick<ChapterEditorData['story'], 'id' | 'title' | 'language' | 'isPublished'>;
  logo: ReactNode;
  /** Where the back link leads, if not to the story. */
  back?: { to: string; label: string } | undefined;
  /** For a text with its original next to it. */
  wide?: boolean;
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
        <div className={styles.push}>{children}</div>
      </div>
    </header>
  );
}
