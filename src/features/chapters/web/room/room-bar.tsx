import type { ReactNode } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import type { WritingDesk } from '../../contract.ts';
import styles from './room.module.css';

/** The bar above the room: back to the story, how it is saved, what can be done. */
export function RoomBar({
  story,
  logo,
  children,
}: {
  story: Pick<WritingDesk['story'], 'id' | 'title' | 'language' | 'isPublished'>;
  logo: ReactNode;
  children?: ReactNode;
}) {
  const t = useT('chapters');
  // A story that is not published yet has no page but the one where it is made.
  const to = story.isPublished ? `/story/${story.id}` : `/edit_story?storyId=${story.id}`;
  return (
    <header className={styles.bar}>
      <div className="wrap">
        <Link className={styles.back} to={to} aria-label={t('chapters.back_to_named', { title: story.title })}>
          {logo}
          <span lang={LANGUAGE_TAGS[story.language]}>{story.title}</span>
        </Link>
        <div className={styles.push}>{children}</div>
      </div>
    </header>
  );
}
