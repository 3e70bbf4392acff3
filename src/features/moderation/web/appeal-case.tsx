import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Time } from '#web/ui/time.tsx';
import { type CaseDetail, caseApi, type RestrictionDetail } from '../contract-cases.ts';
import { CaseFrame, Says } from './case-frame.tsx';
import { type CaseButton, type CaseProps, Decide, Facts, useCaseActions } from './case-parts.tsx';
import { RecordSide } from './member-record.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { restrictedPageOf } from './restricted-page.ts';
import styles from './submission-case.module.css';
import { TargetTexts } from './target-texts.tsx';
import { isGone, useSettled } from './use-moderation.ts';
import { useActionName, useRuleName } from './words.ts';

/** An appeal beside the decision it is about. Decided by another moderator (product §10). */
export function AppealCase({ detail, ...place }: CaseProps) {
  return detail.appeal && <Appealed detail={detail} appeal={detail.appeal} {...place} />;
}

function Appealed({
  detail: { id, createdAt, blocker },
  appeal: { text, restriction, texts },
  actions,
  shallFocus,
  hasKeys,
  onDecided,
  onLeave,
}: CaseProps & { appeal: NonNullable<CaseDetail['appeal']> }) {
  const t = useT('moderation');
  const [answering, setAnswering] = useState<'lift' | 'uphold' | null>(null);
  const { account, title, titleLanguage, excerpt } = restriction;
  const page = restrictedPageOf(restriction);
  const choices: CaseButton[] = [
    { act: 'approve', label: t('moderation.lift'), kind: 'primary', onPress: () => setAnswering('lift') },
    { act: 'reject', label: t('moderation.uphold'), onPress: () => setAnswering('uphold') },
  ];
  useCaseActions(actions, blocker === null ? choices : []);
  const isAccount = restriction.action === 'suspend' || restriction.action === 'ban';
  return (
    <>
      <CaseFrame
        {...{ shallFocus, createdAt, title }}
        kind={
          <>
            <span>{t('moderation.is_appeal')}</span>
            {page && <Link to={page}>{t('moderation.see_page')}</Link>}
          </>
        }
        lang={titleLanguage ? LANGUAGE_TAGS[titleLanguage] : undefined}
        about={<MemberLink slug={account.slug}>{account.username}</MemberLink>}
        side={
          <>
            <Decide {...{ choices, blocker, hasKeys, onLeave }} note={t('moderation.appeal_note')} />
            <RecordSide member={account} />
          </>
        }
      >
        <div className={styles.stack}>
          <Decision restriction={restriction} />
          <section>
            <h3>{t('moderation.what_they_say', { name: account.username })}</h3>
            <Says>{text}</Says>
          </section>
          {!isAccount && <TargetTexts texts={texts} language={titleLanguage} passage={excerpt} />}
        </div>
      </CaseFrame>
      {answering && (
        <AnswerDialog
          key={answering}
          appealId={id}
          name={account.username}
          isGranted={answering === 'lift'}
          onDone={() => {
            setAnswering(null);
            onDecided(t('moderation.appeal_decided'));
          }}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  );
}

/** The original decision. */
function Decision({ restriction }: { restriction: RestrictionDetail }) {
  const t = useT('moderation');
  const actionName = useActionName();
  const ruleName = useRuleName();
  const { action, rule, reason, excerpt, decidedAt, decidedBy, until } = restriction;
  return (
    <Facts
      of={[
        [t('moderation.decided'), actionName(action)],
        [t('moderation.decided_at'), <Time key="at" at={decidedAt} kind="moment" />],
        [t('moderation.decided_by'), decidedBy ? decidedBy.username : t('moderation.by_system')],
        ...(until ? [[t('moderation.until_fact'), <Time key="until" at={until} kind="moment" />] as const] : []),
        [t('moderation.rule'), ruleName(rule)],
        [t('moderation.why'), reason],
        ...(excerpt ? [[t('moderation.passage'), <q key="passage">{excerpt}</q>] as const] : []),
      ]}
    />
  );
}

function AnswerDialog({
  appealId,
  name,
  isGranted,
  onDone,
  onClose,
}: {
  appealId: string;
  name: string;
  isGranted: boolean;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT('moderation');
  const settled = useSettled();
  return (
    <ReasonDialog
      about={`appeal ${appealId}`}
      title={isGranted ? t('moderation.lift_title') : t('moderation.uphold_title')}
      label={t('moderation.appeal_answer', { author: name })}
      act={isGranted ? t('moderation.lift_act') : t('moderation.uphold_act')}
      language={null}
      isOver={isGone}
      onGive={async (answer) => {
        await call(caseApi.decideAppeal, { appealId, granted: isGranted, answer });
        void settled({ kind: 'appeal', id: appealId });
        onDone();
      }}
      onClose={onClose}
    >
      <p>{isGranted ? t('moderation.lift_what') : t('moderation.uphold_what')}</p>
    </ReasonDialog>
  );
}
