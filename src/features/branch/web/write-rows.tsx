import { writePath } from '#features/stories/web/write-path.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { Continuations } from '../contract.ts';
import styles from './fork-end.module.css';

export interface WriteRowProps {
  storyId: string;
  chapterId: string;
  joining: Continuations['joining'];
  name: string;
  /** "4 of 8 ways are taken". */
  taken: string | null;
}

/** The place to write, for whoever may. */
export function OpenRow({ storyId, chapterId, name, taken }: WriteRowProps) {
  const t = useT('branch');
  return (
    <li className={styles.new}>
      <Link className={styles.row} to={writePath(storyId, { parentChapterId: chapterId })}>
        <span className={styles.name}>{name}</span>
        <Meta>
          <span>{t('fork.kept')}</span>
          {taken && <span>{taken}</span>}
        </Meta>
      </Link>
    </li>
  );
}

/** For who is not in: the way to the story, where one asks. */
export function AskRow({ storyId, joining, name, taken, className }: WriteRowProps & { className?: string }) {
  const t = useT('branch');
  if (joining === 'invite_only') return null;
  return (
    <li className={classNames(styles.new, className)}>
      <Link className={styles.row} to={`/story/${storyId}`}>
        <span className={styles.name}>{name}</span>
        <Meta>
          <span>{t('fork.ask_first')}</span>
          {taken && <span>{taken}</span>}
        </Meta>
      </Link>
    </li>
  );
}
