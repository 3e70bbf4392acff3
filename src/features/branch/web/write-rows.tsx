import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { Continuations } from '../contract.ts';
import styles from './fork-end.module.css';

export interface WriteRowProps {
  storyId: string;
  chapterId: string;
  joinPolicy: Continuations['joinPolicy'];
  name: string;
  /** "4 of 8 ways are taken". */
  taken: string | null;
}

/** Link to continue after a chapter. Content of a list item. */
export function OpenRow({ storyId, chapterId, name, taken }: WriteRowProps) {
  const t = useT('branch');
  return (
    <Link className={styles.row} to={to.editChapter({ storyId, parentChapterId: chapterId })} data-grants="write">
      <span className={styles.name}>{name}</span>
      <Meta>
        <span>{t('fork.kept')}</span>
        {taken && <span>{taken}</span>}
      </Meta>
    </Link>
  );
}

/** Link to the story, for members who have to apply to join it first. Content of a list item. */
export function AskRow({ storyId, name, taken }: WriteRowProps) {
  const t = useT('branch');
  return (
    <Link className={styles.row} to={to.story({ storyId })} data-grants="write">
      <span className={styles.name}>{name}</span>
      <Meta>
        <span>{t('fork.ask_first')}</span>
        {taken && <span>{taken}</span>}
      </Meta>
    </Link>
  );
}
