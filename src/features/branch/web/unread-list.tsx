import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import more from '#web/ui/more.module.css';
import type { StoryTree } from '../contract.ts';
import type { ChapterTree } from '../model/tree.ts';
import { choiceName } from './choice-name.ts';
import styles from './unread-list.module.css';

interface Props {
  story: { id: string; language: Language };
  tree: ChapterTree;
  authors: StoryTree['authors'];
}

/**
 * The chapters in the order of writing, without those that the reader has read. The server lists all of them, and the
 * marks of scripts hide the others.
 */
export function UnreadList({ story, tree: { root, nodes }, authors }: Props) {
  const t = useT('branch', 'branch_page');
  const left = root ? root.beyond + 1 - nodes.length : 0;
  return (
    <>
      <ol className={styles.unread}>
        {nodes.map(({ chapter }) => {
          const { id, number, title, choice, author } = chapter;
          const tag = titleTag(chapter, story);
          return (
            <li key={id} data-chapter={id}>
              <Link
                className="quiet"
                to={to.chapter({ storyId: story.id, chapterId: id })}
                lang={choice === null ? undefined : tag}
              >
                {choiceName(t, chapter)}
              </Link>
              <Meta>
                {title !== null && <span lang={tag}>{t('common.numbered_title', { number, title })}</span>}
                {author !== null && <span>{authors[author]?.username}</span>}
              </Meta>
            </li>
          );
        })}
      </ol>
      <p className="soft">{t('overview.all_read')}</p>
      {left > 0 && (
        <Link className={more.more} to={to.storyMap({ storyId: story.id })}>
          {t('overview.left', { count: left })}
        </Link>
      )}
    </>
  );
}
