import { type KeyboardEvent, useEffect, useId } from 'react';
import type { FieldIssue } from '#core/errors.ts';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { lengthOf } from '#core/text.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { CHOICE_MAX, SUMMARY_MAX } from '../../model/chapter-limits.ts';
import { ChapterText } from '../rich-text/chapter-text.tsx';
import type { Writing } from '../saving/use-writing.ts';
import styles from './editor-page.module.css';

/** The error message for a field, as the server would return it. */
function useIssueText(): (issue: FieldIssue | undefined) => string | undefined {
  const find = useFind('errors');
  return (issue) => (issue ? (find(`field.${issue.code}`, issue.params) ?? undefined) : undefined);
}

function Wrong({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p id={id} className={styles.wrong}>
      {text}
    </p>
  ) : null;
}

/** Title, summary and text. The page renders everything around them. */
export function WritingSheet({
  writing,
  language,
  hint,
  flagged,
  editable,
  withChoice = false,
}: {
  writing: Writing;
  language: Language;
  /** Placeholder of the empty text. */
  hint: string;
  flagged?: readonly string[];
  editable: boolean;
  /** The chapter follows another one in a tree, so it needs a choice. */
  withChoice?: boolean;
}) {
  const t = useT('chapters');
  const issueText = useIssueText();
  const id = useId();
  const { fields, setField, wrong } = writing;
  const { title, summary, choice } = fields;
  const lang = LANGUAGE_TAGS[language];
  const described = (field: keyof typeof wrong) => (wrong[field] ? `${id}-${field}-wrong` : undefined);
  // The list of missing fields links to fields here, such as `#chapter.summary`.
  const { hash } = useAddress();
  useEffect(() => {
    const field = /^#chapter\.(\w+)$/.exec(hash)?.[1];
    const place = field ? document.getElementById(`${id}-${field}`) : null;
    (place?.querySelector<HTMLElement>('[role="textbox"]') ?? place)?.focus();
  }, [hash, id]);
  // A single line: Enter moves to the next field. During composition, Enter belongs to the input method.
  const leadTo = (field: 'title' | 'summary') => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    document.getElementById(`${id}-${field}`)?.focus();
  };
  return (
    <>
      {withChoice && (
        <div>
          <p className={styles.penLabel}>
            <label htmlFor={`${id}-choice`}>{t('chapters.choice_label')}</label>
            <span className="num">{t('chapters.count_of', { count: lengthOf(choice.trim()), max: CHOICE_MAX })}</span>
          </p>
          <textarea
            id={`${id}-choice`}
            className={styles.penSummary}
            rows={1}
            lang={lang}
            placeholder={t('chapters.choice_hint')}
            readOnly={!editable}
            value={choice}
            aria-invalid={wrong.choice ? true : undefined}
            aria-describedby={described('choice')}
            onKeyDown={leadTo('title')}
            onChange={(event) => setField('choice', event.target.value.replace(/\r?\n/g, ' '))}
          />
          <Wrong id={`${id}-choice-wrong`} text={issueText(wrong.choice)} />
        </div>
      )}
      <div>
        <label className="hide" htmlFor={`${id}-title`}>
          {t('chapters.title')}
        </label>
        <textarea
          id={`${id}-title`}
          className={styles.penTitle}
          rows={1}
          lang={lang}
          placeholder={t('chapters.title_hint')}
          readOnly={!editable}
          value={title}
          aria-invalid={wrong.title ? true : undefined}
          aria-describedby={described('title')}
          onKeyDown={leadTo('summary')}
          // Pasted line breaks become spaces. Typed ones move to the next field.
          onChange={(event) => setField('title', event.target.value.replace(/\r?\n/g, ' '))}
        />
        <Wrong id={`${id}-title-wrong`} text={issueText(wrong.title)} />
      </div>
      <div>
        <p className={styles.penLabel}>
          <label htmlFor={`${id}-summary`}>{t('chapters.summary')}</label>
          <span className="num">{t('chapters.count_of', { count: lengthOf(summary), max: SUMMARY_MAX })}</span>
        </p>
        <textarea
          id={`${id}-summary`}
          className={styles.penSummary}
          rows={1}
          lang={lang}
          placeholder={t('chapters.summary_hint')}
          readOnly={!editable}
          value={summary}
          aria-invalid={wrong.summary ? true : undefined}
          aria-describedby={described('summary')}
          onChange={(event) => setField('summary', event.target.value)}
        />
        <Wrong id={`${id}-summary-wrong`} text={issueText(wrong.summary)} />
      </div>
      <RoomSlot name="editChapter.fields" {...{ writing, language, editable }} />
      <div id={`${id}-content`} className={styles.sheetOf}>
        <Wrong id={`${id}-content-wrong`} text={issueText(wrong.content)} />
        <ChapterText
          document={writing.first}
          language={language}
          hint={hint}
          {...(flagged ? { flagged } : {})}
          editable={editable}
          describedBy={described('content')}
          invalid={wrong.content !== undefined}
          onText={writing.onText}
          onChange={writing.textChanged}
        />
      </div>
    </>
  );
}
