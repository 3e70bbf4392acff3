import { type KeyboardEvent, useId } from 'react';
import type { FieldIssue } from '#core/errors.ts';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { lengthOf } from '#core/text.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { CHOICE_MAX, SUMMARY_MAX } from '../../model/chapter-limits.ts';
import type { Writing } from '../saving/use-writing.ts';
import styles from './editor-page.module.css';

/** The fields of a chapter besides its text, in the order of the page. */
export type LineField = 'choice' | 'title' | 'summary';
export const LINE_FIELDS: readonly LineField[] = ['choice', 'title', 'summary'];

/** The error message for a field, as the server would return it. */
export function useIssueText(): (issue: FieldIssue | undefined) => string | undefined {
  const find = useFind('errors');
  return (issue) => (issue ? (find(`field.${issue.code}`, issue.params) ?? undefined) : undefined);
}

export function Wrong({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p id={id} className={styles.wrong}>
      {text}
    </p>
  ) : null;
}

/** Choice, title and summary of a chapter, or some of them. */
export function LineFields({
  writing: { fields, setField, wrong },
  language,
  editable,
  shown,
  id: givenId,
  namesTitle = false,
}: {
  writing: Pick<Writing, 'fields' | 'setField' | 'wrong'>;
  language: Language;
  editable: boolean;
  shown: readonly LineField[];
  /** Prefix of the ids, if others link to the fields. */
  id?: string;
  /** Shows the label of the title, where its place doesn’t say what it is. */
  namesTitle?: boolean;
}) {
  const t = useT('chapters');
  const issueText = useIssueText();
  const ownId = useId();
  const id = givenId ?? ownId;
  const { title, summary, choice } = fields;
  const lang = LANGUAGE_TAGS[language];
  const attributes = (field: LineField) => ({
    id: `${id}-${field}`,
    rows: 1,
    lang,
    readOnly: !editable,
    'aria-invalid': wrong[field] ? (true as const) : undefined,
    'aria-describedby': wrong[field] ? `${id}-${field}-wrong` : undefined,
  });
  // A single line: Enter moves to the next field. During composition, Enter belongs to the input method.
  const leadTo = (field: 'title' | 'summary') => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    document.getElementById(`${id}-${field}`)?.focus();
  };
  // Pasted line breaks become spaces. Typed ones move to the next field.
  const oneLine = (value: string) => value.replace(/\r?\n/g, ' ');
  return (
    <>
      {shown.includes('choice') && (
        <div>
          <p className={styles.penLabel}>
            <label htmlFor={`${id}-choice`}>{t('chapters.choice_label')}</label>
            <span className="num">{t('chapters.count_of', { count: lengthOf(choice.trim()), max: CHOICE_MAX })}</span>
          </p>
          <textarea
            {...attributes('choice')}
            className={styles.penSummary}
            placeholder={t('chapters.choice_hint')}
            value={choice}
            onKeyDown={leadTo('title')}
            onChange={(event) => setField('choice', oneLine(event.target.value))}
          />
          <Wrong id={`${id}-choice-wrong`} text={issueText(wrong.choice)} />
        </div>
      )}
      {shown.includes('title') && (
        <div>
          <p className={namesTitle ? styles.penLabel : 'hide'}>
            <label htmlFor={`${id}-title`}>{t('chapters.title')}</label>
          </p>
          <textarea
            {...attributes('title')}
            className={styles.penTitle}
            placeholder={namesTitle ? undefined : t('chapters.title_hint')}
            value={title}
            onKeyDown={leadTo('summary')}
            onChange={(event) => setField('title', oneLine(event.target.value))}
          />
          <Wrong id={`${id}-title-wrong`} text={issueText(wrong.title)} />
        </div>
      )}
      {shown.includes('summary') && (
        <div>
          <p className={styles.penLabel}>
            <label htmlFor={`${id}-summary`}>{t('chapters.summary')}</label>
            <span className="num">{t('chapters.count_of', { count: lengthOf(summary), max: SUMMARY_MAX })}</span>
          </p>
          <textarea
            {...attributes('summary')}
            className={styles.penSummary}
            placeholder={t('chapters.summary_hint')}
            value={summary}
            onChange={(event) => setField('summary', event.target.value)}
          />
          <Wrong id={`${id}-summary-wrong`} text={issueText(wrong.summary)} />
        </div>
      )}
    </>
  );
}
