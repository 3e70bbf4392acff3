import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { describeTime } from '#web/boot/times.ts';
import { useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import type { QueueEntry } from '../contract.ts';
import type { Law } from '../model/law.ts';
import type { DecisionBlocker } from '../model/queue.ts';
import type { RestrictionAction, Rule } from '../model/restriction.ts';
import type { Check } from '../model/screening/findings.ts';
import { SCREENED_FIELDS } from '../model/text-fields.ts';

/** “9 hours ago”, for use within a sentence. */
export function useAgo(): (at: string) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (at) => describeTime(new Date(at), 'ago', language);
}

/** Kinds of submissions, including edits. */
const SUBMITTED: Partial<Record<`${QueueEntry['kind']}${'' | '_edit'}`, PlainKey>> = {
  story: 'moderation.is_story',
  story_edit: 'moderation.is_story_edit',
  chapter: 'moderation.is_chapter',
  chapter_edit: 'moderation.is_chapter_edit',
  submission: 'moderation.is_submission',
  submission_edit: 'moderation.is_submission_edit',
};

export function useKindName(): (entry: Pick<QueueEntry, 'kind' | 'isEdit' | 'reporters' | 'feedback'>) => string {
  const t = useT('moderation', 'feedback');
  const find = useFind('feedback');
  return ({ kind, isEdit, reporters, feedback }) => {
    if (kind === 'report') return t('moderation.is_report', { count: reporters });
    if (kind === 'feedback') return t('moderation.is_feedback', { type: find(`feedback.type.${feedback}`) ?? '' });
    if (kind === 'appeal') return t('moderation.is_appeal');
    const key = SUBMITTED[`${kind}${isEdit ? '_edit' : ''}`];
    return key ? t(key) : t('moderation.is_suggestion');
  };
}

/** Text of the reason why the moderator can’t decide. */
export function useBlockerName(): (blocker: DecisionBlocker) => string {
  const find = useFind('moderation');
  return (blocker) => find(`blocker.${blocker}`) ?? blocker;
}

export function useRuleName(): (rule: Rule) => string {
  const find = useFind('report');
  return (rule) => find(`rule.${rule}`) ?? rule;
}

export function useLawName(): (law: Law) => string {
  const find = useFind('report');
  return (law) => find(`law.${law}`) ?? law;
}

/** Label of a decision: “hidden”, “suspended”. */
export function useActionName(): (action: RestrictionAction) => string {
  const find = useFind('decisions');
  return (action) => find(`decision.${action}`) ?? action;
}

export function useCheckName(): (check: Check) => string {
  const find = useFind('moderation');
  return (check) => find(`finding.${check}`) ?? check;
}

const FIELDS: Record<(typeof SCREENED_FIELDS)[number], PlainKey> = {
  title: 'moderation.field_title',
  description: 'moderation.field_description',
  chapter_title: 'moderation.field_chapter_title',
  choice: 'moderation.field_choice',
  summary: 'moderation.field_summary',
  content: 'moderation.field_content',
  username: 'moderation.field_username',
  bio: 'moderation.field_bio',
};

export function useFieldName(): (field: string) => string {
  const t = useT('moderation');
  return (field) => {
    const known = SCREENED_FIELDS.find((name) => name === field);
    return known ? t(FIELDS[known]) : field;
  };
}
