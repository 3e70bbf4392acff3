import { memo } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { BothTexts } from '#features/chapters/web/editor-page/compared-text.tsx';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TextButton } from '#web/ui/text-button.tsx';
import type { TranslatedName } from '../../contract-views.ts';
import { type EditorRow, isCopiedRow, type RowState } from '../../model/editor-rows.ts';
import { plainWordsOf } from '../../model/inline-markup.ts';
import type { NamePlace } from '../../model/names-in-text.ts';
import type { PartKind } from '../../model/source-parts.ts';
import styles from './editor.module.css';
import { MarkedWords } from './marked-words.tsx';
import { RowField } from './row-field.tsx';
import { RowMenu } from './row-menu.tsx';
import type { RowActions } from './use-row-actions.ts';

const KINDS: Partial<Record<PartKind, PlainKey>> = {
  title: 'translate.kind_title',
  summary: 'translate.kind_summary',
  description: 'translate.kind_description',
  choice: 'translate.kind_choice',
  heading: 'translate.kind_heading',
};

const STATES: Record<RowState, PlainKey> = {
  done: 'translate.state_done',
  open: 'translate.state_open',
  changed: 'translate.state_changed',
};

export interface RowProps {
  row: EditorRow;
  state: RowState;
  /** Number of the paragraph. Null for fields and for paragraphs without a source. */
  number: number | null;
  isHere: boolean;
  far: 'short' | 'long' | null;
  /** Number of rows that pasted paragraphs can be distributed over. 0 if there are none. */
  spreadable: number;
  mayJoin: boolean;
  readOnly: boolean;
  from: Language;
  into: Language;
  /** The previous text of source parts that have changed since they were translated. Null for new parts. */
  was: ReadonlyMap<string, string | null>;
  /** Glossary terms that occur in the original. */
  names: readonly NamePlace<TranslatedName>[];
  findNames: (text: string) => NamePlace<TranslatedName>[];
  actions: RowActions;
}

/** A row: parts of the original, and their translation. */
export const TranslationRow = memo(function Row(props: RowProps) {
  const { row, state, number, isHere, far, spreadable, readOnly, into, names, actions } = props;
  const t = useT('translate');
  const kindKey = row.parts[0] && KINDS[row.parts[0].kind];
  const kind = kindKey ? t(kindKey) : null;
  const label =
    kind && row.field
      ? kind
      : number !== null
        ? t('translate.paragraph', { number })
        : row.gone.length > 0
          ? t('translate.gone')
          : t('translate.added');
  const shownKind = kind ?? (row.parts.length > 0 ? null : label);
  const isUntranslated = isCopiedRow(row);
  const isNew = row.parts.some(({ key }) => props.was.get(key) === null) && state === 'open';
  return (
    <li className={classNames(styles.row, styles[state], isHere && styles.here, shownKind && styles.named)}>
      <Source {...props} kind={shownKind} />
      <div className={styles.tgt}>
        {row.isLeftOut ? (
          <p className={styles.said}>{t('translate.left_out')}</p>
        ) : (
          <RowField
            rowKey={row.key}
            text={row.text}
            isField={row.field !== null}
            language={into}
            label={t('translate.field_label', { part: label, state: t(STATES[state]) })}
            placeholder={label}
            readOnly={readOnly}
            onText={(value) => actions.write(row.key, value)}
            onPaste={(pasted) => actions.pasted(row.key, pasted)}
            onEnter={() => actions.enter(row.key)}
            onLeave={(wasEdited) => actions.leave(row.key, wasEdited)}
          />
        )}
        {!row.field && !readOnly && <RowMenu row={row} label={label} mayJoin={props.mayJoin} actions={actions} />}
        {row.isLeftOut && !readOnly && (
          <p className={styles.afterRow}>
            <Button small onClick={() => actions.putBack(row.key)}>
              {t('translate.put_back')}
            </Button>
          </p>
        )}
        {state === 'changed' && (
          <div className={styles.afterRow}>
            <Badge kind="warn">{row.parts.length > 0 ? t('translate.source_changed') : t('translate.gone')}</Badge>
            {!readOnly && (
              <>
                <Button small onClick={() => actions.stillRight(row.key)}>
                  {row.parts.length > 0 ? t('translate.still_right') : t('translate.keep')}
                </Button>
                {row.parts.length === 0 && (
                  <Button small onClick={() => actions.remove(row.key)}>
                    {t('translate.remove')}
                  </Button>
                )}
              </>
            )}
          </div>
        )}
        {isNew && (
          <p className={styles.afterRow}>
            <Badge kind="warn">{t('translate.source_new')}</Badge>
          </p>
        )}
        {far && (
          <p className={styles.afterRow}>{far === 'short' ? t('translate.far_short') : t('translate.far_long')}</p>
        )}
        {isUntranslated && <p className={styles.afterRow}>{t('translate.same_words')}</p>}
        {spreadable > 0 && (
          <p className={styles.afterRow} role="status">
            <span>{t('translate.pasted', { count: row.paragraphs.length })}</span>
            <Button small onClick={() => actions.spread(row.key)}>
              {t('translate.spread', { count: spreadable })}
            </Button>
            <TextButton onClick={() => actions.enter(row.key, { settled: true })}>
              {t('translate.keep_here')}
            </TextButton>
          </p>
        )}
        {isHere && !readOnly && !row.isLeftOut && names.length > 0 && (
          <fieldset className={styles.fill} aria-label={t('translate.names_here')}>
            {names.map(({ name }, i) => (
              <button
                key={name.id}
                type="button"
                aria-keyshortcuts={i < 9 ? `Alt+${i + 1}` : undefined}
                // Keeps the caret where the term is to be inserted.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => actions.insert(row.key, name.translation)}
              >
                <span lang={LANGUAGE_TAGS[into]}>{name.translation}</span>
                {i < 9 && <kbd>{t('translate.key_alt', { key: i + 1 })}</kbd>}
              </button>
            ))}
          </fieldset>
        )}
      </div>
    </li>
  );
}, isSameRow);

function Source({ row, state, was, from, findNames, kind }: RowProps & { kind: string | null }) {
  return (
    <div className={styles.src} lang={LANGUAGE_TAGS[from]}>
      {kind && <UiLanguage className={styles.kind}>{kind}</UiLanguage>}
      {row.parts.map((part) => {
        const before = was.get(part.key);
        return (
          <p key={part.key} className={part.kind === 'heading' ? styles.strong : undefined}>
            {typeof before === 'string' && state === 'changed' ? (
              <BothTexts before={plainWordsOf(before)} now={plainWordsOf(part.text)} language={from} />
            ) : (
              <MarkedWords text={part.text} findNames={findNames} />
            )}
          </p>
        );
      })}
      {row.gone.map((key) => (
        <p key={key}>
          <BothTexts before={plainWordsOf(was.get(key) ?? '')} now="" language={from} />
        </p>
      ))}
    </div>
  );
}

function isSameRow(a: RowProps, b: RowProps): boolean {
  const { row: before, ...restBefore } = a;
  const { row: now, ...restNow } = b;
  const isSame = (Object.keys(restNow) as (keyof typeof restNow)[]).every((name) =>
    name === 'names' ? sameNames(a.names, b.names) : restBefore[name] === restNow[name],
  );
  return (
    isSame &&
    before.key === now.key &&
    before.text === now.text &&
    before.isLeftOut === now.isLeftOut &&
    before.paragraphs.length === now.paragraphs.length &&
    before.gone.join() === now.gone.join() &&
    before.parts.length === now.parts.length &&
    before.parts.every((part, i) => part === now.parts[i])
  );
}

function sameNames(a: RowProps['names'], b: RowProps['names']): boolean {
  return a.length === b.length && a.every(({ name }, i) => name === b[i]!.name);
}

/** A label in the UI language within a text in another language. */
function UiLanguage({ className, children }: { className: string | undefined; children: string }) {
  const language = useLanguage();
  return (
    <span className={className} lang={LANGUAGE_TAGS[language]}>
      {children}
    </span>
  );
}
