import { type ReactNode, useCallback, useMemo, useState } from 'react';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { EditorTopBar } from '#features/chapters/web/editor-page/editor-top-bar.tsx';
import { SavedState } from '#features/chapters/web/editor-page/saved-state.tsx';
import { SignInAgain } from '#features/chapters/web/editor-page/sign-in.tsx';
import { useKeyboardInset } from '#features/chapters/web/editor-page/use-keyboard-inset.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { useUndelete } from '#web/api/use-undelete.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { participantColorClass } from '#web/ui/participant-color.ts';
import { toast } from '#web/ui/toast.ts';
import { translationApi } from '../../contract.ts';
import type { TranslatedName, TranslationDraft, TranslationEditorData } from '../../contract-views.ts';
import { canJoin, rowsToSpread } from '../../model/edit-rows.ts';
import {
  countDone,
  type EditorRow,
  editorRowsOf,
  isCopiedRow,
  isCopiedTranslation,
  isDoneByWriting,
  rowState,
} from '../../model/editor-rows.ts';
import { plainWordsOf } from '../../model/inline-markup.ts';
import { isFarFromSource } from '../../model/length.ts';
import { nameFinder } from '../../model/names-in-text.ts';
import { backOf } from './back-link.ts';
import { Chosen } from './choices.tsx';
import styles from './editor.module.css';
import { TranslationEditorHeader } from './editor-header.tsx';
import { TranslationEditorMenu } from './editor-menu.tsx';
import { enterField, fieldOf } from './field-text.ts';
import { GlossaryPanel } from './glossary-panel.tsx';
import { KeysStrip } from './keys-strip.tsx';
import { TranslationRow } from './row.tsx';
import { rowKeys } from './row-keys.ts';
import { SubmitTranslationDialog } from './submit-dialog.tsx';
import { useRowActions } from './use-row-actions.ts';
import { useTranslating } from './use-translating.ts';
import { tooLongIn } from './working-translation.ts';

interface Props {
  editorData: TranslationEditorData;
  memberId: string;
  /** True if it replaces another page. */
  announced: boolean;
  logo: ReactNode;
  /** The control to choose another language. */
  into: ReactNode;
  /** Called after submitting, or if the status turns out to be different. */
  onDraft: (draft: TranslationDraft) => void;
  onDeleted: (draft: TranslationDraft) => void;
  /** Reopens the page, because the translation has changed elsewhere. */
  onReopen: () => void;
}

/** The translation editor: the original and its translation, row by row. */
export function TranslationEditor({
  editorData,
  memberId,
  announced,
  logo,
  into,
  onDraft,
  onDeleted,
  onReopen,
}: Props) {
  const t = useT('translate', 'chapters');
  useKeyboardInset();
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const onClosed = useCallback(
    (error: ApiError) => {
      setProblem(error);
      if (error.code === 'translation_in_review') onReopen();
    },
    [onReopen],
  );
  const translating = useTranslating({ editorData, memberId }, onClosed);
  const { source, text, draft, state, saver, names, windows, language } = translating;
  const rows = useMemo(() => editorRowsOf(source.parts, text), [source.parts, text]);
  const done = useMemo(() => new Set(translating.done), [translating.done]);
  const was = useMemo(() => new Map(draft?.stale.map((part) => [part.key, part.was])), [draft?.stale]);
  const stale = useMemo(() => new Set(was.keys()), [was]);
  const stateOf = (row: EditorRow) => rowState(row, done, stale);
  const { actions, here, pastedInto } = useRowActions(translating, {
    rows,
    stateOf,
    isDoneByWriting: (row) => isDoneByWriting(row, done, was),
  });
  const findNames = useMemo(() => nameFinder<TranslatedName>(names), [names]);
  const namesIn = useMemo(() => {
    const found = new Map<string, ReturnType<typeof findNames>>();
    for (const row of rows) {
      const known = new Set<TranslatedName>();
      const places = row.parts.flatMap((part) => findNames(plainWordsOf(part.text)));
      found.set(
        row.key,
        places.filter(({ name }) => !known.has(name) && known.add(name)),
      );
    }
    return found;
  }, [rows, findNames]);
  const readOnly = windows === 'elsewhere' || problem !== null;

  const count = source.parts.length;
  const doneCount = countDone(source.parts, text, done);
  const left = rows.filter((row) => stateOf(row) !== 'done');
  const next = left[0];
  const hereIndex = rows.findIndex(({ key }) => key === here);
  const numberOf = numbersOf(rows);

  const isCopy = useMemo(() => isCopiedTranslation(rows), [rows]);

  const goToCopied = () => enterField(fieldOf((rows.find(isCopiedRow) ?? rows[0])?.key ?? ''));
  const goOn = () => enterField(fieldOf((left.find((row) => rows.indexOf(row) > hereIndex) ?? next)?.key ?? ''));
  const submit = async () => {
    if (translating.choices) return toast(t('translate.choose_first'));
    setBusy(true);
    const isSaved = await saver.flush();
    setBusy(false);
    if (left.length > 0) {
      toast(t('translate.parts_left', { count: left.length }));
      return goOn();
    }
    if (!isSaved) return toast(t('chapters.save_before_submitting'));
    const fresh = await translating.refresh();
    // The original may have changed during editing.
    if (fresh?.draft?.can.submit) setSubmitting(true);
    else if (fresh?.draft) toast(t('translate.look_again'));
  };
  const { bringBack, isPending } = useUndelete({
    undelete: async () => draft && call(translationApi.undelete, { translationId: draft.id }),
    onBack: onReopen,
  });
  const onKeyDown = rowKeys(
    actions,
    (key) => (namesIn.get(key) ?? []).map(({ name }) => name.translation),
    () => void saver.flush(),
  );
  const wrong = state === 'held' ? tooLongIn(text, source.chapterId ? 'chapter' : 'story') : [];

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the editor’s shortcuts work wherever its focus is
    <div className={editorPage.whole} onKeyDown={onKeyDown}>
      <EditorTopBar story={storyInBarOf(source)} logo={logo} back={backOf(source, t)} wide>
        <SavedState state={state} savedAt={draft?.savedAt ?? null} />
        <TranslationEditorMenu translating={translating} onDeleted={onDeleted} />
        <Button
          kind="primary"
          busy={isBusy}
          aria-disabled={left.length > 0 || translating.choices !== null || undefined}
          onClick={() => void submit()}
        >
          {t('translate.submit')}
        </Button>
      </EditorTopBar>
      <main id="main" className={classNames(styles.trans, participantColorClass(2))}>
        <TranslationEditorHeader
          source={source}
          language={language}
          announced={announced}
          count={count}
          done={doneCount}
          left={left.length}
          changed={left.filter((row) => stateOf(row) === 'changed').length}
          into={into}
          rows={rows}
          isCopy={isCopy}
          onNext={goOn}
          onCopied={goToCopied}
        >
          {state === 'signed_out' && <SignInAgain />}
          {problem && (
            <Banner
              kind="danger"
              action={
                problem.code === 'translation_not_found' && (
                  <Button small busy={isPending} onClick={bringBack}>
                    {t('chapters.bring_back')}
                  </Button>
                )
              }
            >
              {problem.message}
            </Banner>
          )}
          {draft?.status === 'rejected' && draft.reason && (
            <Banner kind="danger">
              <b>{t('translate.sent_back')}</b> {t('translate.sent_back_reason', { reason: draft.reason })}
            </Banner>
          )}
          {(windows === 'shared' || windows === 'elsewhere') && (
            <Banner
              kind="warn"
              action={
                <Button small onClick={() => void translating.writeHere()}>
                  {t('chapters.write_here')}
                </Button>
              }
            >
              {windows === 'shared' ? t('translate.other_window') : t('translate.elsewhere')}
            </Banner>
          )}
          {wrong.length > 0 && <Banner kind="warn">{t('translate.too_long')}</Banner>}
          {translating.choices && <Chosen translating={translating} choices={translating.choices} rows={rows} />}
        </TranslationEditorHeader>
        <ol className={styles.pairs}>
          {rows.map((row) => (
            <TranslationRow
              key={row.key}
              row={row}
              state={stateOf(row)}
              number={numberOf.get(row.key) ?? null}
              isHere={row.key === here}
              far={row.key === here ? null : farOf(row, source.language, language)}
              spreadable={pastedInto === row.key ? spreadableFrom(rows, row) : 0}
              mayJoin={canJoin(rows, row)}
              readOnly={readOnly}
              from={source.language}
              into={language}
              was={was}
              names={namesIn.get(row.key) ?? []}
              findNames={findNames}
              actions={actions}
            />
          ))}
        </ol>
        <GlossaryPanel
          names={names}
          from={source.language}
          into={language}
          here={here === null ? [] : (namesIn.get(here) ?? []).map(({ name }) => name)}
          onSave={translating.saveTerm}
          onRemove={translating.removeTerm}
        />
      </main>
      <KeysStrip
        count={count}
        done={doneCount}
        here={hereIndex < 0 ? null : t('translate.here', { number: hereIndex + 1, count: rows.length })}
      />
      {isSubmitting && draft && (
        <SubmitTranslationDialog
          translating={translating}
          draft={saver.draft ?? draft}
          count={count}
          onClose={() => setSubmitting(false)}
          onSubmitted={onDraft}
          onCopied={() => {
            setSubmitting(false);
            // After the dialog has returned the focus.
            setTimeout(goToCopied);
          }}
        />
      )}
    </div>
  );
}

/** The story for the bar above the editor. Only published texts are translated. */
export function storyInBarOf({ storyId, storyTitle, language }: TranslationEditorData['source']) {
  return { id: storyId, title: storyTitle, language, isPublished: true };
}

/** Numbers of the paragraphs in the original. */
function numbersOf(rows: readonly EditorRow[]): Map<string, number> {
  const paragraphs = rows.flatMap(({ field, parts }) => (field === null ? parts : []));
  return new Map(paragraphs.map(({ key }, i) => [key, i + 1]));
}

function farOf(
  row: EditorRow,
  source: TranslationEditorData['language'],
  target: TranslationEditorData['language'],
): 'short' | 'long' | null {
  if (row.text.trim() === '' || row.parts.length === 0) return null;
  const original = row.parts.map(({ text }) => text).join('\n');
  return isFarFromSource(original, row.text, { source, target });
}

/** Number of rows that a pasted text can be distributed over. 0 if it stays in its own row. */
function spreadableFrom(rows: readonly EditorRow[], row: EditorRow): number {
  const targets = Math.min(rowsToSpread(rows, row).length, row.paragraphs.length);
  return row.paragraphs.length > 1 && targets > 1 ? targets : 0;
}
