import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { to, toText } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';
import { type CaseDetail, caseApi, type Target } from '../contract-cases.ts';
import type { PublicReport } from '../contract-public-reports.ts';
import type { Law } from '../model/law.ts';
import { type Rule, TARGET_OF, type TargetKind } from '../model/restriction.ts';
import { CaseFrame, Says } from './case-frame.tsx';
import { type CaseButton, type CaseProps, Decide, useCaseActions } from './case-parts.tsx';
import { RecordSide } from './member-record.tsx';
import { selectedPassage } from './passage.ts';
import { PublicReportItem } from './public-report-item.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RestrictDialog, type RestrictionRequest } from './restrict-dialog.tsx';
import styles from './submission-case.module.css';
import { TargetTexts } from './target-texts.tsx';
import { isGone, useRecord, useSettled } from './use-moderation.ts';
import { useRuleName } from './words.ts';

type WorkRestriction = Exclude<RestrictionRequest['action'], 'suspend'>;

const HIDING: Record<WorkRestriction, PlainKey> = {
  ban_story: 'moderation.ban_story',
  hide_chapter: 'moderation.hide',
  disqualify: 'moderation.take_out',
  take_down: 'moderation.take_down',
};
const TARGETS: Record<TargetKind, PlainKey> = {
  story: 'moderation.target_story',
  chapter: 'moderation.target_chapter',
  submission: 'moderation.target_submission',
  translation: 'moderation.target_translation',
  member: 'moderation.target_member',
};

/** The action that restricts a work of this kind. Null for a member. */
function actOn(kind: TargetKind): WorkRestriction | null {
  return (Object.keys(HIDING) as WorkRestriction[]).find((action) => TARGET_OF[action] === kind) ?? null;
}

/** Path of the target’s page. */
function addressOf({ kind, owner, storyId, chapterId, language }: Target): string {
  if (storyId === null) return to.user({ userSlug: owner.slug });
  return toText({ storyId, chapterId }, { lang: kind === 'translation' ? language : null });
}

/** A case with its reports. Only moderators see the reporters and their reasons. */
export function ReportCase({ detail, ...place }: CaseProps) {
  return detail.report && <ReportCaseBody detail={detail} report={detail.report} {...place} />;
}

function ReportCaseBody({
  detail: { id, createdAt, blocker },
  report: { target, reports, publicReports },
  actions,
  shallFocus,
  hasKeys,
  onDecided,
  onLeave,
}: CaseProps & { report: NonNullable<CaseDetail['report']> }) {
  const t = useT('moderation');
  const settled = useSettled();
  const record = useRecord(target.owner.id);
  const [restricting, setRestricting] = useState<{ request: RestrictionRequest; passage: string } | null>(null);
  const [isDismissing, setDismissing] = useState(false);
  const lang = target.language ? LANGUAGE_TAGS[target.language] : undefined;
  const done = (sentence: string | null) => {
    void settled({ kind: 'report', id });
    onDecided(sentence);
  };
  const restrict = (request: Omit<RestrictionRequest, 'owner'>) =>
    setRestricting({ request: { ...request, owner: target.owner }, passage: selectedPassage() });
  const workAct = actOn(target.kind);
  const choices: CaseButton[] = [
    ...(workAct && target.isPublic
      ? [
          {
            act: 'hide' as const,
            label: t(HIDING[workAct]),
            onPress: () => restrict({ action: workAct, targetId: target.id, language: target.language }),
          },
        ]
      : []),
    ...(record.data?.mayRestrict
      ? [
          {
            act: 'suspend' as const,
            label: t('moderation.suspend_name', { name: target.owner.username }),
            kind: 'danger' as const,
            onPress: () => restrict({ action: 'suspend', targetId: target.owner.id, language: null }),
          },
        ]
      : []),
    { act: 'reject', label: t('moderation.dismiss'), onPress: () => setDismissing(true) },
  ];
  useCaseActions(actions, blocker === null ? choices : []);
  return (
    <>
      <CaseFrame
        {...{ shallFocus, createdAt, lang }}
        kind={
          <>
            <span>{t('moderation.is_report', { count: reports.length + publicReports.length })}</span>
            <span>{t(TARGETS[target.kind])}</span>
          </>
        }
        title={target.title}
        about={
          <>
            <MemberLink slug={target.owner.slug}>{target.owner.username}</MemberLink>
            {target.isPublic ? (
              <Link to={addressOf(target)}>{t('moderation.see_page')}</Link>
            ) : (
              <Badge>{t('moderation.not_public')}</Badge>
            )}
          </>
        }
        side={
          <>
            <Decide {...{ choices, blocker, hasKeys, onLeave }} note={t('moderation.report_note')} />
            <RecordSide member={target.owner} />
          </>
        }
      >
        <div className={styles.stack}>
          <Reports reports={reports} publicReports={publicReports} />
          <TargetTexts texts={target.texts} language={target.language} />
          <RoomSlot name={`moderation.report.${target.kind}`} target={target} />
        </div>
      </CaseFrame>
      {restricting && (
        <RestrictDialog
          {...restricting}
          caseId={id}
          reportedRule={mostNamed([...reports, ...publicReports])}
          reportedLaw={firstLaw(publicReports)}
          isOver={isGone}
          onDone={() => {
            setRestricting(null);
            done(null);
          }}
          onClose={() => setRestricting(null)}
        />
      )}
      {isDismissing && (
        <ReasonDialog
          about={`report ${id}`}
          title={t('moderation.dismiss_title')}
          label={t('moderation.dismiss_answer')}
          act={t('moderation.dismiss_act')}
          language={null}
          isOptional
          isOver={isGone}
          onGive={async (answer) => {
            await call(caseApi.closeReport, { caseId: id, ...(answer.trim() ? { answer } : {}) });
            setDismissing(false);
            done(t('moderation.dismissed'));
          }}
          onClose={() => setDismissing(false)}
        >
          <p>{t('moderation.dismiss_what')}</p>
        </ReasonDialog>
      )}
    </>
  );
}

/** The rule that most reports name. In a tie, the one that was named first. */
function mostNamed(reports: readonly { reason: Rule | null }[]): Rule | null {
  const rules = reports.flatMap(({ reason }) => reason ?? []);
  const named = (rule: Rule) => rules.filter((reason) => reason === rule).length;
  return rules.toSorted((a, b) => named(b) - named(a))[0] ?? null;
}

/** The law that the first report names, and its country. */
function firstLaw(reports: readonly PublicReport[]): { law: Law; country: string } | null {
  for (const { law, country } of reports) if (law && country) return { law, country };
  return null;
}

function Reports({ reports, publicReports }: Pick<NonNullable<CaseDetail['report']>, 'reports' | 'publicReports'>) {
  const t = useT('moderation');
  const ruleName = useRuleName();
  return (
    <section>
      <h3>{t('moderation.what_reported')}</h3>
      <ul className={styles.reports}>
        {reports.map(({ reporter, reason, detail, createdAt }) => (
          <li key={reporter.id}>
            <Meta>
              <Badge kind="danger">{ruleName(reason)}</Badge>
              <MemberLink slug={reporter.slug}>{reporter.username}</MemberLink>
              <Time at={createdAt} kind="relative" />
            </Meta>
            {detail && <Says>{detail}</Says>}
          </li>
        ))}
        {publicReports.map((report) => (
          <PublicReportItem key={`public ${report.id}`} report={report} />
        ))}
      </ul>
      <p className="small soft">{t('moderation.reporters_secret')}</p>
    </section>
  );
}
