import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { type CasePlace, ToDecision, useCaseHeading } from './case-parts.tsx';
import styles from './submission-case.module.css';
import { useAgo } from './words.ts';

/** The layout of a case: what it is about, and beside it the decision. */
export function CaseFrame({
  shallFocus,
  kind,
  createdAt,
  title,
  lang,
  about,
  children,
  side,
}: Pick<CasePlace, 'shallFocus'> & {
  /** Facts above the title, before the time. */
  kind: ReactNode;
  createdAt: string;
  title: ReactNode;
  lang?: string | undefined;
  /** Facts below the title. */
  about: ReactNode;
  children: ReactNode;
  /** The decision. */
  side: ReactNode;
}) {
  const t = useT('moderation');
  const ago = useAgo();
  const heading = useCaseHeading(shallFocus);
  return (
    <article className={styles.case}>
      <header className={styles.head}>
        <Meta>
          {kind}
          <time dateTime={createdAt}>{t('moderation.sent', { time: ago(createdAt) })}</time>
        </Meta>
        <h2 ref={heading} tabIndex={-1} lang={lang}>
          {title}
        </h2>
        <Meta>
          {about}
          <ToDecision />
        </Meta>
      </header>
      {children}
      <aside className={styles.side} aria-label={t('moderation.decide')}>
        {side}
      </aside>
    </article>
  );
}

/** A text that a member has written, with its line breaks. */
export function Says({ lang, children }: { lang?: string | undefined; children: string }) {
  return (
    <p className={styles.says} lang={lang}>
      {children}
    </p>
  );
}
