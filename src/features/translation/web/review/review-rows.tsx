import { type ReactNode, useId, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import compare from '#features/chapters/web/editor-page/compare.module.css';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { classNames } from '#web/ui/class-names.ts';
import tabs from '#web/ui/tabs.module.css';
import { useNow } from '#web/ui/time-left.tsx';
import { useDay } from '#web/ui/time-thread.tsx';
import type { ReviewTask, TranslatedName, TranslationReviewRow } from '../../contract-views.ts';
import { isOnlyForm } from '../../model/marked-changes.ts';
import { InlineMarkup, MarkedChanges, MarkedGone, MarkedNew } from '../inline-markup.tsx';
import { useSeemsIn } from '../seems-in.ts';
import styles from './review.module.css';

/** True if the row differs from the published translation. */
export function isChange({ state, sourceBefore }: TranslationReviewRow): boolean {
  return (state !== 'first' && state !== 'same') || sourceBefore !== null;
}

/** The original and the translation side by side, with the differences from the published translation. */
export function ReviewRows({ task }: { task: ReviewTask }) {
  const t = useT('review');
  const nameOf = useLanguageName();
  const day = useDay(useNow());
  const [isShort, setShort] = useState(false);
  const { rows, previous, sourceLanguage, language } = task;
  const changes = rows.filter(isChange);
  const shown = isShort ? changes : rows;
  return (
    <>
      <div className={styles.about}>
        {task.earlierReason !== null && (
          <Banner kind="warn">
            <span className={styles.reason}>{t('review.earlier_reason', { reason: task.earlierReason })}</span>
          </Banner>
        )}
        <Doubts task={task} />
        {previous ? (
          <>
            <p className="soft">
              {t('review.differs', {
                count: changes.length,
                total: rows.length,
                date: day(previous.approvedAt, 'long'),
              })}
            </p>
            <Filter isShort={isShort} all={rows.length} changes={changes.length} onChange={setShort} />
            <p className={compare.legend}>
              <LegendLine id="review.legend_new" />
              <LegendLine id="review.legend_old" />
            </p>
          </>
        ) : (
          <p className="soft">{t('review.first')}</p>
        )}
        {task.names.length > 0 && <Names task={task} names={task.names} />}
      </div>
      <ol className={styles.weigh}>
        <li className={styles.heads} aria-hidden="true">
          <span />
          <span>{t('review.original_now', { language: nameOf(sourceLanguage) })}</span>
          <span>{t('review.as_submitted', { language: nameOf(language) })}</span>
        </li>
        {shown.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fixed texts are compared
          <Row key={i} row={row} task={task} />
        ))}
      </ol>
    </>
  );
}

/** Switches between all rows and the changed ones. */
function Filter({
  isShort,
  all,
  changes,
  onChange,
}: {
  isShort: boolean;
  all: number;
  changes: number;
  onChange: (isShort: boolean) => void;
}) {
  const t = useT('review');
  const name = useId();
  const choices = [
    { short: false, label: t('review.all'), count: all },
    { short: true, label: t('review.only_changes'), count: changes },
  ];
  return (
    <fieldset className={classNames(tabs.tabs, tabs.line, styles.filter)}>
      <legend className="hide">{t('review.parts')}</legend>
      {choices.map(({ short, label, count }) => (
        <label key={label} className={tabs.tab}>
          <input
            className="hide"
            type="radio"
            name={name}
            checked={isShort === short}
            onChange={() => onChange(short)}
          />
          {label}
          <span className={tabs.count}>{count}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What the automatic check says about the translation. */
function Doubts({ task: { seemsIn, language, rows } }: { task: ReviewTask }) {
  const t = useT('review');
  const namesOf = useSeemsIn();
  const copied = rows.filter(({ isCopied }) => isCopied).length;
  const seen = seemsIn === null ? null : namesOf(seemsIn, language);
  return (
    <>
      {seen && (
        <Banner kind="warn">
          {seen.language === null
            ? t('review.seems_other', seen)
            : t('review.seems_in', { ...seen, language: seen.language })}
        </Banner>
      )}
      {copied > 0 && <Banner kind="warn">{t('review.copied', { count: copied })}</Banner>}
    </>
  );
}

function LegendLine({ id }: { id: 'review.legend_new' | 'review.legend_old' }) {
  return (
    <span>
      <Sentence
        id={id}
        parts={['review']}
        wraps={{
          ins: (text) => <ins className={compare.fresh}>{text}</ins>,
          del: (text) => <del className={compare.gone}>{text}</del>,
        }}
      />
    </span>
  );
}

function Names({ task, names }: { task: ReviewTask; names: readonly TranslatedName[] }) {
  const t = useT('review');
  return (
    <details className={editorPage.quietMore}>
      <summary>
        <b>{t('review.names')}</b>
        <span>{t('review.names_count', { count: names.length })}</span>
      </summary>
      <dl className={styles.names}>
        {names.map(({ id, term, translation, note }) => (
          <div key={id}>
            <dt lang={LANGUAGE_TAGS[task.sourceLanguage]}>{term}</dt>
            <dd>
              <span lang={LANGUAGE_TAGS[task.language]}>{translation}</span>
              {note && <span className="small soft">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const SIGNS: Record<TranslationReviewRow['state'], string | null> = {
  first: null,
  same: '=',
  changed: '±',
  added: '+',
  removed: '−',
};

const STATES: Record<TranslationReviewRow['state'], PlainKey | null> = {
  first: null,
  same: 'review.state_same',
  changed: 'review.state_changed',
  added: 'review.state_added',
  removed: 'review.state_removed',
};

/** Paragraphs get no label, because most of a text is paragraphs. */
const KINDS: Record<TranslationReviewRow['kind'], PlainKey | null> = {
  title: 'review.kind_title',
  description: 'review.kind_description',
  summary: 'review.kind_summary',
  choice: 'review.kind_choice',
  heading: 'review.kind_heading',
  quote: 'review.kind_quote',
  item: 'review.kind_item',
  paragraph: null,
};

function Row({ row, task }: { row: TranslationReviewRow; task: ReviewTask }) {
  const t = useT('review');
  const { kind, state, sourceBefore, isCopied } = row;
  const [kindName, stateName, sign] = [KINDS[kind], STATES[state], SIGNS[state]];
  return (
    <li className={isChange(row) || state === 'first' ? undefined : styles.same}>
      {(kindName || stateName || isCopied) && (
        <p className={styles.what}>
          {sign && <b aria-hidden="true">{sign}</b>}
          {kindName && <span>{t(kindName)}</span>}
          {stateName && <span>{t(stateName)}</span>}
          {isCopied && <span>{t('review.is_copied')}</span>}
          {sourceBefore !== null && state !== 'added' && <span>{t('review.source_changed')}</span>}
        </p>
      )}
      <SourceSide row={row} task={task} />
      <TargetSide row={row} task={task} />
    </li>
  );
}

function SourceSide({ row: { source, sourceBefore }, task }: { row: TranslationReviewRow; task: ReviewTask }) {
  const t = useT('review');
  const { sourceLanguage } = task;
  if (source === null && sourceBefore === null) return <p className={styles.absent}>{t('review.no_source')}</p>;
  return (
    <p className={styles.source} lang={LANGUAGE_TAGS[sourceLanguage]}>
      <Both before={sourceBefore} now={source} isSame={sourceBefore === null} language={sourceLanguage} />
    </p>
  );
}

function TargetSide({ row: { state, text, before }, task }: { row: TranslationReviewRow; task: ReviewTask }) {
  const t = useT('review');
  const { language } = task;
  const isLeftOut = text === null && state !== 'removed';
  const onlyMarks = text !== null && before !== null && isOnlyForm(before, text);
  return (
    <div className={styles.target}>
      {(text !== null || before !== null) && (
        <p lang={LANGUAGE_TAGS[language]}>
          <Both before={before} now={text} isSame={state === 'first' || state === 'same'} language={language} />
        </p>
      )}
      {isLeftOut && <p className={styles.absent}>{t('review.left_out')}</p>}
      {onlyMarks && <p className={styles.absent}>{t('review.only_marks')}</p>}
    </div>
  );
}

/** The old and the new text. Only one text if there is nothing to compare it with. */
function Both({
  before,
  now,
  isSame,
  language,
}: {
  before: string | null;
  now: string | null;
  isSame: boolean;
  language: ReviewTask['language'];
}): ReactNode {
  if (now === null) return before === null ? null : <MarkedGone text={before} />;
  if (isSame) return <InlineMarkup text={now} />;
  return before === null ? <MarkedNew text={now} /> : <MarkedChanges before={before} now={now} language={language} />;
}
