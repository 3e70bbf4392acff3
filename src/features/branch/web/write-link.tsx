import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './open-ends.module.css';

export interface WriteLinkProps {
  storyId: string;
  /** The open branch to continue. */
  chapterId: string;
  /** True if others are already writing there. */
  isTaken: boolean;
}

/** Link from an open branch to the chapter editor. */
export function WriteLink({ storyId, chapterId, isTaken }: WriteLinkProps) {
  const t = useT('branch');
  return (
    <Link className={styles.from} to={to.editChapter({ storyId, parentChapterId: chapterId })}>
      {isTaken ? t('fork.write_another') : t('outline.write')}
    </Link>
  );
}
