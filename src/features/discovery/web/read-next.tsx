import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { ModeLabel } from '#features/stories/web/mode.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import styles from './read-next.module.css';

/** Other stories for readers who have finished one. */
export function ReadNext({ stories }: { stories: readonly StoryCard[] }) {
  const t = useT('discovery');
  return (
    <section className={`${styles.readNext} no-print`} aria-labelledby="read-next">
      <h2 id="read-next">{t('discovery.read_next')}</h2>
      <ul>
        {stories.map(({ id, title, titleLanguage, coverUrl, mode, creator, chapterCount }) => (
          <li key={id}>
            <Cover src={coverUrl} className={styles.cover} />
            <div>
              <p className={styles.name} lang={LANGUAGE_TAGS[titleLanguage]}>
                <Link className="quiet" to={to.story({ storyId: id })}>
                  {title}
                </Link>
              </p>
              <Meta>
                <ModeLabel mode={mode} />
                <span>{creator.username}</span>
                <span>{t('common.chapters', { count: chapterCount })}</span>
              </Meta>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
