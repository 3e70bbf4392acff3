import { type ReactNode, useEffect, useId, useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { ChapterText } from '../rich-text/chapter-text.tsx';
import type { Writing } from '../saving/use-writing.ts';
import styles from './editor-page.module.css';
import { LINE_FIELDS, type LineField, LineFields, useIssueText, Wrong } from './line-fields.tsx';
import room from './room.module.css';

/** Title, summary and text. The page renders everything around them. */
export function WritingSheet({
  writing,
  language,
  hint,
  flagged,
  editable,
  withChoice = false,
  textFirst = false,
  onFind,
}: {
  writing: Writing;
  language: Language;
  /** Placeholder of the empty text. */
  hint: string;
  flagged?: readonly string[];
  editable: boolean;
  /** The chapter follows another one in a tree, so it needs a choice. */
  withChoice?: boolean;
  /** Folds the other fields above the text, to leave room for it. The dialog before submitting asks for them. */
  textFirst?: boolean;
  /** Ctrl F in the text. */
  onFind?: () => void;
}) {
  const issueText = useIssueText();
  const id = useId();
  const { wrong } = writing;
  const shown = LINE_FIELDS.filter((field) => field !== 'choice' || withChoice);
  // The list of missing fields links to fields here, such as `#chapter.summary`.
  const { hash } = useAddress();
  useEffect(() => {
    const field = /^#chapter\.(\w+)$/.exec(hash)?.[1];
    const place = field ? document.getElementById(`${id}-${field}`) : null;
    (place?.querySelector<HTMLElement>('[role="textbox"]') ?? place)?.focus();
  }, [hash, id]);
  const fields = (
    <>
      <LineFields writing={writing} language={language} editable={editable} shown={shown} id={id} />
      <RoomSlot name="editChapter.fields" {...{ writing, language, editable }} />
    </>
  );
  return (
    <>
      {textFirst ? (
        <Folded writing={writing} language={language} shown={shown}>
          {fields}
        </Folded>
      ) : (
        fields
      )}
      <div id={`${id}-content`} className={textFirst ? undefined : styles.sheetOf}>
        <Wrong id={`${id}-content-wrong`} text={issueText(wrong.content)} />
        <ChapterText
          document={writing.first}
          language={language}
          hint={hint}
          {...(flagged ? { flagged } : {})}
          editable={editable}
          describedBy={wrong.content ? `${id}-content-wrong` : undefined}
          invalid={wrong.content !== undefined}
          onText={writing.onText}
          onChange={writing.textChanged}
          {...(onFind ? { onFind } : {})}
        />
      </div>
    </>
  );
}

/** The fields besides the text, as one line with the title. Opens by itself if one of them is wrong. */
function Folded({
  writing: { fields, wrong },
  language,
  shown,
  children,
}: {
  writing: Writing;
  language: Language;
  shown: readonly LineField[];
  children: ReactNode;
}) {
  const t = useT('chapters');
  const isWrong = shown.some((field) => wrong[field]);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  const title = fields.title.trim();
  return (
    <details className={styles.quietMore} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b className={title ? room.lineTitle : undefined} lang={title ? LANGUAGE_TAGS[language] : undefined}>
          {title || t('chapters.about_chapter')}
        </b>
        {!title && <span className="small">{t('chapters.about_later')}</span>}
      </summary>
      <div className={room.folded}>{children}</div>
    </details>
  );
}
