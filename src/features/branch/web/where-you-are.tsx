import { to } from '#core/pages.ts';
import { numberedName } from '#features/chapters/web/hidden-name.ts';
import { titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { StoryTree } from '../contract.ts';
import { pathTo, type TreeNode } from '../model/tree.ts';
import { choiceName } from './choice-name.ts';
import fork from './fork-end.module.css';
import type { BranchStory } from './open-ends.tsx';
import styles from './where-you-are.module.css';

interface Props {
  story: BranchStory & { chapterCount: number };
  here: TreeNode;
  authors: StoryTree['authors'];
  read: ReadonlySet<string>;
}

/** Section of the story page: where the reader left off, the continuations from there, and the path there. */
export function WhereYouAre({ story, here, authors, read }: Props) {
  const t = useT('branch');
  const { chapter, ways } = here;
  const tag = titleTag(chapter, story);
  return (
    <>
      <h2>{t('where.title')}</h2>
      <p className={styles.left} lang={chapter.title === null ? undefined : tag}>
        {numberedName(t, chapter)}
      </p>
      {ways.length > 0 && (
        <ul className={classNames(fork.ways, fork.compact)} aria-label={t('outline.ways')}>
          {ways.map((way) => (
            <Continuation
              key={way.chapter.id}
              way={way}
              story={story}
              authors={authors}
              isRead={read.has(way.chapter.id)}
            />
          ))}
        </ul>
      )}
      <div>
        <p className="small soft">
          {t('where.came', { read: Math.min(read.size, story.chapterCount), count: story.chapterCount })}
        </p>
        <ol className={styles.came}>
          {pathTo(here).map((node) => (
            <li key={node.chapter.id} aria-current={node === here || undefined}>
              <span lang={node.chapter.choice === null ? undefined : titleTag(node.chapter, story)}>
                {choiceName(t, node.chapter)}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function Continuation({
  way: { chapter, beyond },
  story,
  authors,
  isRead,
}: {
  way: TreeNode;
  story: Props['story'];
  authors: Props['authors'];
  isRead: boolean;
}) {
  const t = useT('branch');
  const author = chapter.author === null ? null : authors[chapter.author];
  return (
    <li className={isRead ? fork.isRead : undefined}>
      <Link className={fork.row} to={to.chapter({ storyId: story.id, chapterId: chapter.id })}>
        <span className={fork.name} lang={chapter.choice === null ? undefined : titleTag(chapter, story)}>
          {choiceName(t, chapter)}
        </span>
        <Meta>
          {author && <span>{author.username}</span>}
          <span>{t('common.chapters', { count: beyond + 1 })}</span>
          {isRead && <span>{t('map.read')}</span>}
        </Meta>
      </Link>
    </li>
  );
}
