import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import type { StoryTree } from '../../contract.ts';
import styles from './legend.module.css';

/** Explains the signs of the map, and with colors by author also the colors. */
export function Legend({ authors, byAuthor }: { authors: StoryTree['authors']; byAuthor: boolean }) {
  const t = useT('branch');
  return (
    <div className={styles.legend}>
      <ul>
        <ReadingSigns />
        <li>
          <i className={styles.chosen} />
          {t('map.legend_chosen')}
        </li>
        <li>
          <i className={styles.end} />
          {t('map.legend_end')}
        </li>
        <li>
          <i className={styles.writer} />
          {t('map.legend_writing')}
        </li>
        <li>
          <i className={styles.wide} />
          {t('map.legend_wide')}
        </li>
      </ul>
      {byAuthor && (
        <ul aria-label={t('map.authors')}>
          {authors.map(({ id, username }, i) => (
            <li key={id}>
              <Avatar name={username} size="tiny" colorIndex={i + 1} />
              {username}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What the signs on knots say about the reader. Every map has them. */
export function ReadingSigns() {
  const t = useT('branch');
  return (
    <>
      <li>
        <i className={styles.full} />
        {t('map.read')}
      </li>
      <li>
        <i />
        {t('map.not_read')}
      </li>
      <li>
        <i className={styles.ringed} />
        {t('outline.here')}
      </li>
    </>
  );
}
