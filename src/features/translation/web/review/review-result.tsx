import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { toText } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { translationApi } from '../../contract.ts';
import type { ReviewTask } from '../../contract-views.ts';
import { isOpenTo } from './language-queue.tsx';
import styles from './review.module.css';
import { queueAddress, reviewAddress } from './review-address.ts';
import { useReviewQueueAgain } from './use-review.ts';

export type ReviewOutcome = 'approved' | 'rejected';

/** Shows the decision, and where to continue. */
export function ReviewResult({ task, decision }: { task: ReviewTask; decision: ReviewOutcome }) {
  const t = useT('review');
  const { kind, language, storyId, chapterId, translator } = task;
  const { data: queue } = useQuery({
    queryKey: ['translation', 'next', task.id],
    queryFn: () => call(translationApi.queue, { kind, language }),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const lookAgain = useEffectEvent(useReviewQueueAgain());
  useEffect(() => {
    heading.current?.focus();
    scrollTo(0, 0);
    lookAgain();
  }, []);
  const next = queue?.items.find((entry) => entry.id !== task.id && isOpenTo(entry));
  const name = translator.username;
  const page = toText({ storyId, chapterId }, { lang: language });
  const isPublic = decision === 'approved';
  return (
    <div className={styles.result}>
      <h1 ref={heading} tabIndex={-1}>
        {isPublic ? t('review.approved') : t('review.sent_back')}
      </h1>
      <p className={styles.lead}>
        {isPublic ? t('review.approved_text', { name }) : t('review.sent_back_text', { name })}
      </p>
      <div className={styles.actions}>
        {next && (
          <ButtonLink kind="primary" to={reviewAddress(kind, next.id)}>
            <span>
              <Sentence
                id="review.read_next"
                parts={['review']}
                params={{ title: next.title }}
                wraps={{ title: (title) => <span lang={LANGUAGE_TAGS[next.sourceLanguage]}>{title}</span> }}
              />
            </span>
          </ButtonLink>
        )}
        {isPublic && <ButtonLink to={page}>{t('review.as_readers')}</ButtonLink>}
        <ButtonLink kind={next || isPublic ? 'bare' : 'plain'} to={queueAddress(kind, language)}>
          {t('review.to_queue')}
        </ButtonLink>
      </div>
    </div>
  );
}
