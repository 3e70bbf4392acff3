import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';
import more from './more.module.css';
import styles from './section.module.css';

/** A part of a page whose heading stands in the margin on wide screens and above on narrow ones. */
export function Section({
  id,
  title,
  note,
  tabs,
  viewMore,
  className,
  heading: Heading = 'h2',
  children,
}: {
  /** Where links to this part lead. */
  id?: string;
  title: string;
  /** Said below the heading. */
  note?: ReactNode;
  tabs?: ReactNode;
  /** Where the whole list is. */
  viewMore?: string;
  className?: string;
  /** `h1` where this part is the whole page. */
  heading?: 'h1' | 'h2';
  children: ReactNode;
}) {
  const t = useT();
  return (
    <section id={id} className={classNames(styles.part, className)}>
      <div className={styles.partHead}>
        <Heading tabIndex={Heading === 'h1' ? -1 : undefined}>{title}</Heading>
        {note && <div className={classNames(styles.note, 'small soft')}>{note}</div>}
        {tabs}
        {viewMore && (
          <Link className={classNames(more.more, styles.more)} to={viewMore}>
            {t('common.view_more')}
            <span className="hide">: {title}</span>
          </Link>
        )}
      </div>
      {children}
      {viewMore && (
        <Link className={classNames(more.more, styles.partFoot)} to={viewMore}>
          {t('common.view_more')}
          <span className="hide">: {title}</span>
        </Link>
      )}
    </section>
  );
}
