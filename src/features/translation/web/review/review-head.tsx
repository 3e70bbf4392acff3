import { type ReactNode, useEffect, useRef } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useAgo } from '#features/moderation/web/words.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { ReviewTask } from '../../contract-views.ts';
import styles from './review.module.css';

/** Shows what is being reviewed, its languages and its translator. */
export function ReviewHead({ task, children }: { task: ReviewTask; children: ReactNode }) {
  const t = useT('review');
  const ago = useAgo();
  const nameOf = useLanguageName();
  const { kind, number, sourceLanguage, language, translator } = task;
  const lang = LANGUAGE_TAGS[sourceLanguage];
  const heading = useRef<HTMLHeadingElement>(null);
  // The content that was here while loading is gone, so the focus goes to the heading.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.top}>
      <Meta>
        {kind === 'chapter' && (
          <Link to={to.story({ storyId: task.storyId })} lang={lang}>
            {task.storyTitle}
          </Link>
        )}
        {kind === 'story' && <span>{t('review.title_and_description')}</span>}
        {number !== null && <span>{t('review.chapter', { number })}</span>}
        <span>{t('review.way', { from: nameOf(sourceLanguage), to: nameOf(language) })}</span>
        <MemberLink slug={translator.slug}>{t('review.by', { name: translator.username })}</MemberLink>
        <span>{t('review.handed_in', { ago: ago(task.submittedAt) })}</span>
      </Meta>
      <h1 ref={heading} tabIndex={-1} lang={lang}>
        {task.title}
      </h1>
      {children}
    </div>
  );
}
