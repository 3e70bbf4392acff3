import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { describeTime } from '#web/boot/times.ts';
import { useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import type { QueueEntry } from '../contract.ts';
import type { Check } from '../model/screening/marks.ts';

/** "9 hours ago", to stand inside a sentence. */
export function useAgo(): (at: string) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (at) => describeTime(new Date(at), 'ago', language);
}

/** A language in the words of who reads the page; null when it is none that has a name. */
export function useLanguageName(): (code: string) => string | null {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (code) => {
    try {
      return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(code) ?? null;
    } catch {
      return null;
    }
  };
}

const KINDS: Record<`${QueueEntry['kind']}${'' | '_edit'}`, PlainKey> = {
  story: 'moderation.is_story',
  story_edit: 'moderation.is_story_edit',
  chapter: 'moderation.is_chapter',
  chapter_edit: 'moderation.is_chapter_edit',
  submission: 'moderation.is_submission',
  submission_edit: 'moderation.is_submission_edit',
};

export function useKindName(): (entry: Pick<QueueEntry, 'kind' | 'isEdit'>) => string {
  const t = useT('moderation');
  return ({ kind, isEdit }) => t(KINDS[`${kind}${isEdit ? '_edit' : ''}`]);
}

export function useCheckName(): (check: Check) => string {
  const find = useFind('moderation');
  return (check) => find(`mark.${check}`) ?? check;
}

const FIELDS: Record<string, PlainKey> = {
  title: 'moderation.field_title',
  description: 'moderation.field_description',
  chapter_title: 'moderation.field_chapter_title',
  choice: 'moderation.field_choice',
  summary: 'moderation.field_summary',
  content: 'moderation.field_content',
};

export function useFieldName(): (field: string) => string {
  const t = useT('moderation');
  return (field) => {
    const key = FIELDS[field];
    return key ? t(key) : field;
  };
}
