import { useMemo } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { type ComparedRow, compareDocuments, textOfBlock } from '../../model/compare-documents.ts';
import { countBlocks } from '../../model/document.ts';
import type { Written } from '../saving/written.ts';
import styles from './compare.module.css';
import { BothTexts, LegendLine } from './compared-text.tsx';

/** Rows, with consecutive unchanged ones counted together. */
type Folded = { same: number } | Exclude<ComparedRow, { kind: 'same' }>;

export function foldSame(rows: readonly ComparedRow[]): Folded[] {
  const folded: Folded[] = [];
  for (const row of rows) {
    if (row.kind !== 'same') {
      folded.push(row);
      continue;
    }
    const last = folded.at(-1);
    const count = countBlocks({ type: 'doc', content: [row.a] });
    if (last && 'same' in last) last.same += count;
    else folded.push({ same: count });
  }
  return folded;
}

/**
 * The changes from an earlier version to the current text. Signs before each row convey the change without relying on
 * color and lines.
 */
export function VersionChanges({ before, now, language }: { before: Written; now: Written; language: Language }) {
  const t = useT('chapters');
  const rows = useMemo(() => foldSame(compareDocuments(before.document, now.document)), [before, now]);
  const lines = [
    { label: t('chapters.title_row'), before: before.title, now: now.title },
    { label: t('chapters.summary_row'), before: before.summary, now: now.summary },
  ].filter((line) => line.before.trim() !== line.now.trim());
  const isSame = lines.length === 0 && rows.every((row) => 'same' in row);
  if (isSame) return <p>{t('chapters.nothing_changed')}</p>;
  const lang = LANGUAGE_TAGS[language];
  return (
    <>
      <p className={styles.legend}>
        <LegendLine id="chapters.legend_new" />
        <LegendLine id="chapters.legend_old" />
      </p>
      <ul className={styles.diff}>
        {lines.map((line) => (
          <li key={line.label} data-sign="±">
            <span className={styles.label}>{line.label}</span>
            <span lang={lang}>
              <BothTexts before={line.before} now={line.now} language={language} />
            </span>
          </li>
        ))}
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fixed texts are compared
          <Row key={i} row={row} language={language} />
        ))}
      </ul>
    </>
  );
}

function Row({ row, language }: { row: Folded; language: Language }) {
  const t = useT('chapters');
  if ('same' in row) return <li className={styles.same}>{t('chapters.same_paragraphs', { count: row.same })}</li>;
  const lang = LANGUAGE_TAGS[language];
  if (row.kind === 'changed') {
    const [before, now] = [textOfBlock(row.a), textOfBlock(row.b)];
    return (
      <li data-sign="±">
        <span className="hide">{t('chapters.changed_row')}: </span>
        <span lang={lang}>
          <BothTexts before={before} now={now} language={language} />
        </span>
        {before === now && <span className={styles.label}>{t('chapters.only_marks')}</span>}
      </li>
    );
  }
  const isOld = row.kind === 'only_a';
  const text = textOfBlock(isOld ? row.a : row.b) || t('chapters.empty_line');
  return (
    <li data-sign={isOld ? '−' : '+'}>
      <span className="hide">{isOld ? t('chapters.removed_row') : t('chapters.added_row')}: </span>
      <span lang={lang}>
        {isOld ? <del className={styles.gone}>{text}</del> : <ins className={styles.fresh}>{text}</ins>}
      </span>
    </li>
  );
}
