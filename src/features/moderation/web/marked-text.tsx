import { createElement, Fragment, type ReactNode } from 'react';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { languageName } from '#web/i18n/language-name.ts';
import { Link } from '#web/ui/link.tsx';
import type { MarkedParagraph, PlacedFinding } from './highlight.ts';
import { markId } from './jump.ts';
import styles from './marked-text.module.css';
import { useCheckName } from './words.ts';

/** Words of a submission, with the findings highlighted. They don’t change, so they need no keys. */
export function Pieces({ paragraph: { pieces, begins } }: { paragraph: MarkedParagraph }): ReactNode {
  const beginning = new Set(begins);
  return createElement(
    Fragment,
    null,
    ...pieces.map(({ text, finding }) => {
      if (finding === null) return text;
      // A finding may occur in several places. Jumps go to the first one.
      if (!beginning.delete(finding)) return <mark key={null}>{text}</mark>;
      return (
        <mark key={null} id={markId(finding)} data-mark tabIndex={-1}>
          {text}
        </mark>
      );
    }),
  );
}

/** Explains a finding about the words above. */
export function MarkNote({
  mark: { check, detail, paragraph },
  number,
  count,
}: {
  mark: PlacedFinding;
  number: number;
  count: number;
}) {
  const t = useT('moderation');
  const checkName = useCheckName();
  const reader = useLanguage();
  const found = check === 'language' && detail ? languageName(detail, reader) : null;
  // Jumps go here if the finding is about the whole text, or its words are not in the text.
  const place = paragraph === null ? { id: markId(number), 'data-mark': true, tabIndex: -1 } : {};
  return (
    <div className={styles.note} role="note" {...place}>
      <b>{t('moderation.mark_number', { number: number + 1, count, name: checkName(check) })}</b>
      {found && <span>{t('moderation.found_language', { language: found })}</span>}
      {check === 'copy' && detail && <Link to={detail}>{t('moderation.see_copy')}</Link>}
      {check === 'advisor' && detail && <span lang="en">{detail}</span>}
    </div>
  );
}

/**
 * The paragraphs of a field, numbered if they are a text. Each is followed by notes on the findings that start in it.
 */
export function MarkedParagraphs({
  paragraphs,
  findings,
  lang,
  numbered = false,
}: {
  paragraphs: readonly MarkedParagraph[];
  findings: readonly PlacedFinding[];
  lang: string | undefined;
  numbered?: boolean;
}) {
  return (
    <div className={numbered ? styles.numbered : styles.judged}>
      {createElement(
        Fragment,
        null,
        ...paragraphs.map((paragraph) => (
          <Fragment key={null}>
            <p lang={lang}>
              <Pieces paragraph={paragraph} />
            </p>
            <Notes numbers={paragraph.begins} findings={findings} />
          </Fragment>
        )),
      )}
    </div>
  );
}

export function Notes({ numbers, findings }: { numbers: readonly number[]; findings: readonly PlacedFinding[] }) {
  return numbers.map((number) => (
    <MarkNote key={number} mark={findings[number]!} number={number} count={findings.length} />
  ));
}
