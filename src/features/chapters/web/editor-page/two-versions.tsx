import { useMemo, useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { byName } from '#core/records.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useMoment } from '#web/ui/clock-time.tsx';
import seg from '#web/ui/segments.module.css';
import type { ChapterFieldName, ChapterValues } from '../../model/chapter-field-list.ts';
import {
  compareDocuments,
  differences,
  type MergeChoice,
  mergeDocuments,
  textOfBlock,
} from '../../model/compare-documents.ts';
import { countBlocks } from '../../model/document.ts';
import { useChapterForms } from '../saving/use-chapter-forms.ts';
import type { Clash } from '../saving/use-writing.ts';
import type { ChapterForms, Written } from '../saving/written.ts';
import styles from './compare.module.css';
import { LegendLine, OneText } from './compared-text.tsx';

/** Shown first, in this order. */
const FIRST: readonly ChapterFieldName[] = ['title', 'summary', 'choice'];
const inOrder = ({ names }: ChapterForms) => [...FIRST, ...names.filter((name) => !FIRST.includes(name))];

/** A place where the two texts differ. `null` if one of them has nothing there. */
interface Difference {
  /** The row in the documents, or the name of a field. */
  row: number | ChapterFieldName;
  mine: string | null;
  other: string | null;
  /** Both can be kept, one after the other. */
  isText: boolean;
}
type Place = { same: number } | Difference;

function placesOf(forms: ChapterForms, { mine, other }: Clash, rows: ReturnType<typeof compareDocuments>): Place[] {
  const places: Place[] = [];
  for (const field of inOrder(forms)) {
    const [a, b] = [String(mine[field]), String(other[field])];
    if (a.trim() !== b.trim())
      places.push({ row: field, mine: a || null, other: b || null, isText: typeof mine[field] === 'string' });
  }
  for (const [i, row] of rows.entries()) {
    const last = places.at(-1);
    if (row.kind !== 'same') {
      places.push({
        row: i,
        mine: 'a' in row ? textOfBlock(row.a) : null,
        other: 'b' in row ? textOfBlock(row.b) : null,
        isText: true,
      });
      continue;
    }
    const count = countBlocks({ type: 'doc', content: [row.a] });
    if (last && 'same' in last) last.same += count;
    else places.push({ same: count });
  }
  return places;
}

function pick<Value>(mine: Value, other: Value, choice: MergeChoice | undefined): Value | string {
  if (choice === 'both' && typeof mine === 'string' && typeof other === 'string')
    return [mine, other].filter((text) => text.trim() !== '').join(' ');
  return choice === 'b' ? other : mine;
}

/**
 * Two texts of one chapter side by side (product §4). Nothing is preselected. Both are kept until all choices are made.
 */
export function TwoVersions({
  clash,
  language,
  onLater,
  onChosen,
}: {
  clash: Clash;
  language: Language;
  onLater: () => void;
  onChosen: (written: Written) => void;
}) {
  const t = useT('chapters');
  const moment = useMoment();
  const { mine, other, mineAt, otherAt, kind } = clash;
  const rows = useMemo(() => compareDocuments(mine.document, other.document), [mine, other]);
  const forms = useChapterForms();
  const places = useMemo(() => placesOf(forms, clash, rows), [forms, clash, rows]);
  const open = places.filter((place): place is Difference => !('same' in place));
  const [choices, setChoices] = useState<ReadonlyMap<Difference['row'], MergeChoice>>(new Map());
  const left = open.filter(({ row }) => !choices.has(row)).length;
  const isServer = kind === 'server_changed';
  const labels = {
    mine: isServer ? t('chapters.mine_label') : t('chapters.mine_kept_label', { time: moment(mineAt ?? otherAt) }),
    other: isServer
      ? t('chapters.other_label', { time: moment(otherAt) })
      : t('chapters.saved_label', { time: moment(otherAt) }),
  };
  const use = () => {
    if (left > 0) return;
    const byRow = new Map([...choices].filter((entry): entry is [number, MergeChoice] => typeof entry[0] === 'number'));
    onChosen({
      ...byName<ChapterValues>(forms.names, (name) => pick(mine[name], other[name], choices.get(name))),
      document: mergeDocuments(rows, byRow),
    });
  };
  let number = 0;
  return (
    <section className={styles.clash} aria-labelledby="clash-title">
      <div>
        <h1 id="clash-title">{isServer ? t('chapters.clash_title') : t('chapters.clash_title_device')}</h1>
        <p className="soft">{t('chapters.clash_text', { count: open.length })}</p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => onChosen(mine)}>{t('chapters.keep_all')}</Button>
        <Button onClick={() => onChosen(other)}>{t('chapters.take_all')}</Button>
      </div>
      <p className={styles.legend}>
        <LegendLine id="chapters.legend_only" />
      </p>
      <ol className={styles.versus}>
        {places.map((place, i) => {
          if ('same' in place) {
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two fixed texts are compared
              <li key={i} className={styles.sameRow}>
                {t('chapters.same_paragraphs', { count: place.same })}
              </li>
            );
          }
          number += 1;
          return (
            <DifferenceRow
              key={place.row}
              place={place}
              number={number}
              labels={labels}
              language={language}
              choice={choices.get(place.row)}
              onChoose={(choice) => setChoices((before) => new Map(before).set(place.row, choice))}
            />
          );
        })}
      </ol>
      <div className={styles.decide}>
        <p role="status">{t('chapters.decided', { done: open.length - left, count: open.length, left })}</p>
        <Button kind="bare" onClick={onLater}>
          {t('chapters.decide_later')}
        </Button>
        <Button kind="primary" aria-disabled={left > 0 || undefined} onClick={use}>
          {t('chapters.use_text')}
        </Button>
      </div>
    </section>
  );
}

function DifferenceRow({
  place,
  number,
  labels,
  language,
  choice,
  onChoose,
}: {
  place: Difference;
  number: number;
  labels: { mine: string; other: string };
  language: Language;
  choice: MergeChoice | undefined;
  onChoose: (choice: MergeChoice) => void;
}) {
  const t = useT('chapters');
  const find = useFind('chapters');
  const { labelOf } = useChapterForms();
  const { mine, other, row, isText } = place;
  const pieces = useMemo(() => differences(mine ?? '', other ?? '', language), [mine, other, language]);
  const lang = LANGUAGE_TAGS[language];
  const isPair = mine !== null && other !== null;
  // A row that only one text has is kept or left out.
  const options: [MergeChoice, string][] = isPair
    ? [
        ['a', t('chapters.keep_mine')],
        ['b', t('chapters.take_other')],
        ...(isText ? [['both', t('chapters.both')] satisfies [MergeChoice, string]] : []),
      ]
    : mine !== null
      ? [
          ['a', t('chapters.keep_it')],
          ['b', t('chapters.leave_out')],
        ]
      : [
          ['b', t('chapters.keep_it')],
          ['a', t('chapters.leave_out')],
        ];
  const label = typeof row === 'number' ? null : find(labelOf(row));
  const side = (which: 'a' | 'b', text: string | null, name: string) => (
    <div
      className={classNames(styles.side, choice !== undefined && choice !== 'both' && choice !== which && styles.off)}
    >
      <span className={styles.who}>{name}</span>
      {text === null ? (
        <p className={styles.absent}>{t('chapters.not_there')}</p>
      ) : (
        <p lang={lang}>{text === '' ? t('chapters.empty_line') : <OneText pieces={pieces} side={which} />}</p>
      )}
    </div>
  );
  return (
    <li>
      {label && <h2 className={styles.label}>{label}</h2>}
      <div className={styles.twoUp}>
        {side('a', mine, labels.mine)}
        {side('b', other, labels.other)}
      </div>
      {isPair && mine === other && <p className={styles.label}>{t('chapters.only_marks')}</p>}
      <div
        className={classNames(seg.seg, styles.choice)}
        role="radiogroup"
        aria-label={label ?? t('chapters.row_number', { number })}
      >
        {options.map(([value, text]) => (
          <label key={value}>
            <input type="radio" name={`choice-${row}`} checked={choice === value} onChange={() => onChoose(value)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </li>
  );
}
