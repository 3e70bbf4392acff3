import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';
import more from './more.module.css';
import styles from './section.module.css';

/** A section of a page. Its heading is in the margin on wide screens, and above on narrow ones. */
export function Section({
  id,
  title,
  note,
  tabs,
  viewMore,
  className,
  languages,
  hidden,
  heading: Heading = 'h2',
  children,
}: {
  /** Anchor for links to this section. */
  id?: string;
  title: string;
  /** Shown below the heading. */
  note?: ReactNode;
  tabs?: ReactNode;
  /** URL of the whole list. */
  viewMore?: string;
  className?: string;
  /** The languages of its list, if it depends on those that the reader reads (`boot/languages-read.ts`). Needs an id. */
  languages?: string;
  hidden?: boolean;
  /** `h1` if this section is the whole page. */
  heading?: 'h1' | 'h2';
  children: ReactNode;
}) {
  const t = useT();
  return (
    <section id={id} className={classNames(styles.part, className)} data-languages={languages} hidden={hidden}>
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
