import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { CaseDetail } from '#features/moderation/contract-cases.ts';
import { CaseFrame, Says } from '#features/moderation/web/case-frame.tsx';
import { type CaseButton, type CaseProps, Decide, useCaseActions } from '#features/moderation/web/case-parts.tsx';
import { useSettled } from '#features/moderation/web/use-moderation.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { SuggestionDialog } from './suggestion-dialog.tsx';

/** A suggested category. */
export function SuggestionCase({ detail, ...place }: CaseProps) {
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
}: CaseProps & { suggestion: NonNullable<CaseDetail['suggestion']> }) {
  const t = useT('moderation');
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
    <>
      <CaseFrame
        {...{ shallFocus, createdAt, lang }}
        kind={<span>{t('moderation.is_suggestion')}</span>}
        title={suggestion.name}
        about={from && <MemberLink slug={from.slug}>{from.username}</MemberLink>}
        side={<Decide {...{ choices, blocker, hasKeys, onLeave }} note={t('moderation.suggestion_note')} />}
      >
        <Says lang={lang}>{suggestion.reason}</Says>
      </CaseFrame>
      {answering && (
        <SuggestionDialog
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
    </>
  );
}
