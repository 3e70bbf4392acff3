import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { CaseDetail } from '../contract-cases.ts';
import { type CaseButton, type CasePlace, Decide, ToDecision, useCaseActions, useCaseHeading } from './case-parts.tsx';
import styles from './submission-case.module.css';
import { useSettled } from './use-moderation.ts';
import { useAgo } from './words.ts';

/** A suggested category. */
export function SuggestionCase({ detail, ...place }: CasePlace & { detail: CaseDetail }) {
  return detail.suggestion && <Suggested detail={detail} suggestion={detail.suggestion} {...place} />;
}

function Suggested({
  detail: { id, createdAt, from, blocker },
  suggestion,
  actions,
  shallFocus,
  hasKeys,
  onDecided,
  onLeave,
}: CasePlace & { detail: CaseDetail; suggestion: NonNullable<CaseDetail['suggestion']> }) {
  const t = useT('moderation');
  const ago = useAgo();
  const heading = useCaseHeading(shallFocus);
  const settled = useSettled();
  const [answering, setAnswering] = useState<'accept' | 'decline' | null>(null);
  const lang = LANGUAGE_TAGS[suggestion.language];
  const name = from?.username ?? '';
  const choices: CaseButton[] = [
    {
      act: 'approve',
      label: t('moderation.suggestion_accept'),
      kind: 'primary',
      onPress: () => setAnswering('accept'),
    },
    { act: 'reject', label: t('moderation.suggestion_decline'), onPress: () => setAnswering('decline') },
  ];
  useCaseActions(actions, blocker === null ? choices : []);
  return (
    <article className={styles.case}>
      <header className={styles.head}>
        <Meta>
          <span>{t('moderation.is_suggestion')}</span>
          <time dateTime={createdAt}>{t('moderation.sent', { time: ago(createdAt) })}</time>
        </Meta>
        <h2 ref={heading} tabIndex={-1} lang={lang}>
          {suggestion.name}
        </h2>
        <Meta>
          {from && <MemberLink slug={from.slug}>{from.username}</MemberLink>}
          <ToDecision />
        </Meta>
      </header>
      <p className={styles.says} lang={lang}>
        {suggestion.reason}
      </p>
      <aside className={styles.side} aria-label={t('moderation.decide')}>
        <Decide {...{ choices, blocker, hasKeys, onLeave }} note={t('moderation.suggestion_note')} />
      </aside>
      {answering && (
        <RoomSlot
          name="moderation.suggestion"
          key={answering}
          suggestionId={id}
          suggestion={suggestion}
          from={name}
          isAccepted={answering === 'accept'}
          onDone={() => {
            setAnswering(null);
            void settled({ kind: 'suggestion', id });
            onDecided(t('moderation.suggestion_decided', { name }));
          }}
          onClose={() => setAnswering(null)}
        />
      )}
    </article>
  );
}
