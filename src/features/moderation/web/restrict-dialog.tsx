import { useState } from 'react';
import type { Language } from '#core/languages.ts';
import type { MessageKey } from '#core/messages.ts';
import { call } from '#web/api/client.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { TextArea } from '#web/ui/field.tsx';
import segments from '#web/ui/segments.module.css';
import { toast } from '#web/ui/toast.ts';
import { caseApi } from '../contract-cases.ts';
import type { Law } from '../model/law.ts';
import { decisionRule } from '../model/moderation-fields.ts';
import { EXCERPT_MAX, type RestrictionAction, type Rule, SUSPENSION_DAYS } from '../model/restriction.ts';
import { LawField, useLaw } from './law-field.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import styles from './restrict-dialog.module.css';
import { RuleField, useRule } from './rule-field.tsx';

/** What to restrict. For a member, the dialog lets the moderator choose between suspending and banning. */
export interface RestrictionRequest {
  action: Exclude<RestrictionAction, 'ban'>;
  targetId: string;
  /** The owner of the work, or the member. */
  owner: { id: string; username: string };
  /** Language of the text. Null for a member. */
  language: Language | null;
}

const TITLES: Record<RestrictionRequest['action'], MessageKey> = {
  ban_story: 'moderation.ban_story_title',
  hide_chapter: 'moderation.hide_chapter_title',
  disqualify: 'moderation.take_out_title',
  take_down: 'moderation.take_down_title',
  suspend: 'moderation.suspend_title',
};
const CONSEQUENCES: Record<RestrictionRequest['action'], MessageKey> = {
  ban_story: 'moderation.ban_story_what',
  hide_chapter: 'moderation.hide_chapter_what',
  disqualify: 'moderation.take_out_what',
  take_down: 'moderation.take_down_what',
  suspend: 'moderation.suspend_what',
};
const ACTS: Record<RestrictionRequest['action'], MessageKey> = {
  ban_story: 'moderation.ban_story_act',
  hide_chapter: 'moderation.hide_chapter_act',
  disqualify: 'moderation.take_out_act',
  take_down: 'moderation.take_down_act',
  suspend: 'moderation.suspend_act',
};

/** The dialog to restrict a work or a member: the rule, the reason, the length and the passage (product §10). */
export function RestrictDialog({
  request: { action, targetId, owner, language },
  passage,
  caseId,
  reportedRule = null,
  reportedLaw = null,
  isOver,
  onDone,
  onClose,
}: {
  request: RestrictionRequest;
  /** The selected text when the dialog was opened. */
  passage: string;
  /** The report that leads to it. */
  caseId?: string;
  /** The rule of that report, which is preselected. */
  reportedRule?: Rule | null;
  /** The law that a report names, and its country, which are filled in. */
  reportedLaw?: { law: Law; country: string } | null;
  isOver?: (error: unknown) => boolean;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT('moderation', 'report');
  const find = useFind('moderation');
  const rule = useRule(decisionRule, reportedRule);
  const [excerpt, setExcerpt] = useState(passage);
  const ground = useLaw(reportedLaw);
  const [days, setDays] = useState<Days>(SUSPENSION_DAYS[0]);
  const names = { name: owner.username };
  const restrict = async (reason: string) => {
    const term =
      action !== 'suspend'
        ? { action }
        : days === 'closed'
          ? { action: 'ban' as const }
          : { action: 'suspend' as const, days };
    await call(caseApi.restrict, {
      ...term,
      targetId,
      // Validated before, so it is set.
      rule: rule.rule ?? 'other',
      reason,
      ...(excerpt.trim() ? { excerpt } : {}),
      ...ground.chosen,
      ...(caseId ? { caseId } : {}),
    });
    toast(t('moderation.restricted', { author: owner.username }));
    onDone();
  };
  return (
    <ReasonDialog
      about={`${action} ${targetId}`}
      title={find(TITLES[action], names) ?? ''}
      label={t('moderation.restrict_reason', { author: owner.username })}
      act={find(days === 'closed' ? 'moderation.ban_act' : ACTS[action]) ?? ''}
      language={language}
      check={() => rule.field.check() && ground.check()}
      {...(isOver ? { isOver } : {})}
      onGive={restrict}
      onClose={onClose}
    >
      <p>{find(CONSEQUENCES[action], names)}</p>
      {action === 'suspend' && <DaysField days={days} onChoose={setDays} />}
      <RuleField legend={t('moderation.rule')} of={rule} />
      <LawField of={ground} />
      <TextArea
        label={t('moderation.passage')}
        help={t('moderation.passage_help')}
        maxLength={EXCERPT_MAX}
        value={excerpt}
        onChange={({ target }) => setExcerpt(target.value)}
      />
    </ReasonDialog>
  );
}

type Days = (typeof SUSPENSION_DAYS)[number] | 'closed';

function DaysField({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const t = useT('moderation');
  return (
    <fieldset className={styles.days}>
      <legend>{t('moderation.how_long')}</legend>
      <div className={segments.seg}>
        {[...SUSPENSION_DAYS, 'closed' as const].map((one) => (
          <label key={one}>
            <input type="radio" name="days" checked={days === one} onChange={() => onChoose(one)} />
            {one === 'closed' ? t('moderation.for_good') : t('moderation.days', { count: one })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
