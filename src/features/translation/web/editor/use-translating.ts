import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { freshId } from '#features/chapters/model/block-ids.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { newKey } from '#web/new-key.ts';
import { createSaver, type SaveState } from '#web/saving/saver.ts';
import { useSaverEvents } from '#web/saving/use-saver-events.ts';
import { useWindows } from '#web/saving/use-windows.ts';
import { translationApi } from '../../contract.ts';
import type { TranslationDraft, TranslationEditorData } from '../../contract-views.ts';
import { releaseGone } from '../../model/edit-rows.ts';
import { mergeTexts, type TextClash, takeTheirs } from '../../model/merge-texts.ts';
import type { TranslationText } from '../../model/working-text.ts';
import { createConfirmedParts, type Sent } from './confirmed-parts.ts';
import { useGlossary } from './use-glossary.ts';
import {
  bothDone,
  keptTranslations,
  TRANSLATIONS,
  type WorkingTranslation,
  workingTranslationOf,
} from './working-translation.ts';

/** Places where two texts differ, and the user has to choose. */
export interface Choices {
  kind: 'server' | 'device';
  open: readonly TextClash[];
  theirs: TranslationText;
  /** When the other text was saved. */
  at: string;
  /** Called when all choices are made. */
  end: () => void;
}

const newId = () => freshId((count) => crypto.getRandomValues(new Uint8Array(count)));

/** The original, as the API calls of the editor identify it. */
export function sourceRefOf({ storyId, chapterId }: TranslationEditorData['source']) {
  return { storyId, ...(chapterId ? { chapterId } : {}) };
}

/** An open translation: its text, where it is saved, and conflicts. One instance as long as it is open. */
export function useTranslating(
  { editorData, memberId }: { editorData: TranslationEditorData; memberId: string },
  onClosed: (error: ApiError) => void,
) {
  const { language } = editorData;
  const writable = TRANSLATIONS[editorData.source.chapterId ? 'chapter' : 'story'];
  const [source, setSource] = useState(editorData.source);
  const [ahead, setAhead] = useState(editorData.ahead);
  const [draft, setDraft] = useState(editorData.draft);
  const [shown, setShown] = useState<WorkingTranslation>(() =>
    editorData.draft ? workingTranslationOf(editorData.draft) : writable.nothing,
  );
  const [state, setState] = useState<SaveState>(writable.isBlank(shown) ? 'empty' : 'saved');
  const [choices, setChoices] = useState<Choices | null>(null);
  const inHand = useRef(shown);
  const [page] = useState(newKey);
  const closed = useRef(onClosed);
  closed.current = onClosed;
  /** Parts are confirmed for the version of the original that is shown. */
  const [confirmedParts] = useState(() => createConfirmedParts(editorData.source));
  const name = `${source.storyId}-${source.chapterId ?? ''}-${language}`;

  const show = useCallback((next: WorkingTranslation) => {
    inHand.current = next;
    setShown(next);
  }, []);

  const [saver] = useState(() =>
    createSaver(writable, {
      draft: editorData.draft,
      read: () => inHand.current,
      checkpoint: (): Sent => ({ inHand: inHand.current, source: confirmedParts.source }),
      isOnline: () => navigator.onLine,
      keep(written, _, base) {
        if (written)
          return keptTranslations.keep(memberId, name, { page, at: new Date().toISOString(), base, written });
        keptTranslations.forget(memberId, name, page);
        return true;
      },
      calls: {
        create: () => call(translationApi.create, { ...sourceRefOf(editorData.source), language }, { as: memberId }),
        update: ({ id, version }, changes) =>
          call(
            translationApi.update,
            { translationId: id, version, sourceRevision: confirmedParts.source.revision, ...changes },
            { as: memberId },
          ),
      },
      on: {
        state(next, error) {
          setState(next);
          if (next === 'closed' && error) closed.current(error);
        },
        saved(answer, mark) {
          setDraft(answer);
          if (mark) show(confirmedParts.saved(inHand.current, mark as Sent, answer));
        },
        merged: show,
        conflict(current, base) {
          const theirs = workingTranslationOf(current);
          const { text, clashes } = mergeTexts(base.text, inHand.current.text, theirs.text);
          show({ text, done: bothDone(base, inHand.current, theirs) });
          setChoices({
            kind: 'server',
            open: clashes,
            theirs: theirs.text,
            at: current.savedAt,
            end: () => {
              setDraft(current);
              saver.resolve(current, []);
            },
          });
        },
      },
    }),
  );

  /** Replaces the working translation. It is saved after a pause. */
  const put = useCallback(
    (next: WorkingTranslation) => {
      show(next);
      saver.changed();
    },
    [show, saver],
  );
  const edit = useCallback(
    (change: (text: TranslationText) => TranslationText) =>
      put({ ...inHand.current, text: change(inHand.current.text) }),
    [put],
  );
  /** Confirms parts, and detaches sources that no longer exist. */
  const confirmParts = useCallback(
    (keys: readonly string[], gone: readonly string[] = []) => {
      const { text, done } = inHand.current;
      const all = [...new Set([...done, ...keys, ...gone])];
      if (all.length === done.length) return;
      put({ text: gone.length > 0 ? releaseGone(text, gone) : text, done: all });
    },
    [put],
  );

  const { names, setNames, saveTerm: writeTerm, removeTerm } = useGlossary(editorData);
  /** Only translators can edit the glossary, so this creates the translation first if there is none. */
  const saveTerm = useCallback(
    async (...name: Parameters<typeof writeTerm>) => {
      if (!saver.draft) await saver.flush();
      if (!saver.draft) {
        const source = sourceRefOf(editorData.source);
        saver.adopt(await call(translationApi.create, { ...source, language }, { as: memberId }));
      }
      await writeTerm(...name);
    },
    [saver, editorData.source, language, memberId, writeTerm],
  );

  /** Loads the current draft and original from the server. */
  const refresh = useCallback(async () => {
    const asked = call(translationApi.editor, { ...sourceRefOf(editorData.source), language }, { as: memberId });
    const fresh = await asked.catch(() => null);
    if (!fresh) return null;
    setSource(fresh.source);
    setAhead(fresh.ahead);
    setNames(fresh.names);
    if (fresh.draft && fresh.draft.version === saver.draft?.version) saver.adopt(fresh.draft);
    const next = confirmedParts.renewed(inHand.current, fresh.source, fresh.draft?.done ?? []);
    if (next !== inHand.current) put(next);
    return fresh;
  }, [editorData.source, language, memberId, saver, setNames, confirmedParts, put]);

  // Runs for every response, so that a failed refresh is retried.
  useEffect(() => {
    if (draft && draft.sourceRevision > confirmedParts.source.revision) void refresh();
  }, [draft, confirmedParts, refresh]);

  // Confirms parts that no longer exist and that nothing translates, because there is nothing left to look at.
  const letGo = useRef(new Set<string>());
  useEffect(() => {
    const named = new Set(inHand.current.text.paragraphs.flatMap(({ sources }) => sources));
    const strays = draft?.stale.filter(({ key, isGone }) => isGone && !named.has(key)).map(({ key }) => key) ?? [];
    // Only once per key, whether or not the server accepts it.
    const fresh = strays.filter((key) => !letGo.current.has(key));
    for (const key of fresh) letGo.current.add(key);
    if (fresh.length > 0 && draft?.can.save) confirmParts([], fresh);
  }, [draft, confirmParts]);

  const findKept = useCallback(
    (open: ReadonlySet<string>) => {
      const left = keptTranslations.kept(memberId, name).filter((kept) => kept.page !== page && !open.has(kept.page));
      for (const kept of left) {
        const forget = () => keptTranslations.forget(memberId, name, kept.page);
        const before = inHand.current;
        const { text, clashes } = mergeTexts(kept.base.text, before.text, kept.written.text);
        put({ text, done: bothDone(kept.base, kept.written, before) });
        void saver.flush();
        if (clashes.length === 0) {
          forget();
          continue;
        }
        // One at a time. The others are offered when the page is opened again.
        setChoices({ kind: 'device', open: clashes, theirs: kept.written.text, at: kept.at, end: forget });
        break;
      }
    },
    [memberId, name, page, put, saver],
  );
  const { windows, take, writeHere: writesHere } = useWindows(name, page, saver, findKept);
  useSaverEvents(saver);

  const writeHere = useCallback(async () => {
    await take();
    const fresh = await refresh();
    if (fresh?.draft && fresh.draft.version !== saver.draft?.version && saver.isClean()) {
      show(workingTranslationOf(fresh.draft));
      saver.accept(fresh.draft);
      setDraft(fresh.draft);
    }
    saver.resume();
    writesHere();
  }, [take, refresh, saver, show, writesHere]);

  const choose = useCallback(
    (clash: TextClash, side: 'mine' | 'theirs') => {
      if (!choices) return;
      if (side === 'theirs') edit((text) => takeTheirs(text, clash, choices.theirs));
      const open = choices.open.filter((other) => other !== clash);
      if (open.length === 0) choices.end();
      setChoices(open.length > 0 ? { ...choices, open } : null);
    },
    [choices, edit],
  );

  return useMemo(
    () => ({
      source,
      language,
      ahead,
      draft: draft as TranslationDraft | null,
      text: shown.text,
      done: shown.done,
      state,
      read: () => inHand.current,
      put,
      edit,
      confirmParts,
      newId,
      saver,
      refresh,
      choices,
      choose,
      windows,
      writeHere,
      names,
      saveTerm,
      removeTerm,
    }),
    [
      source,
      language,
      ahead,
      draft,
      shown,
      state,
      put,
      edit,
      confirmParts,
      saver,
      refresh,
      choices,
      choose,
      windows,
      writeHere,
      names,
      saveTerm,
      removeTerm,
    ],
  );
}

export type Translating = ReturnType<typeof useTranslating>;
