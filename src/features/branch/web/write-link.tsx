import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './open-ends.module.css';

export interface WriteLinkProps {
  storyId: string;
  /** The open end to write on from. */
  chapterId: string;
  /** True if others write there already. */
  isTaken: boolean;
}

/** The way to the chapter editor from an open end. */
export function WriteLink({ storyId, chapterId, isTaken }: WriteLinkProps) {
  const t = useT('branch');
  return (
    <Link className={styles.from} to={to.editChapter({ storyId, parentChapterId: chapterId })}>
      {isTaken ? t('fork.write_another') : t('outline.write')}
    </Link>
  );
}
