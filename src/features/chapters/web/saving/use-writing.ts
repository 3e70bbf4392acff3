import { useCallback, useMemo, useRef, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { newKey } from '#web/new-key.ts';
import { useSaverEvents } from '#web/saving/use-saver-events.ts';
import { useWindows } from '#web/saving/use-windows.ts';
import type { Refusals } from '#web/saving/writable.ts';
import { type ChapterDraft, chapterApi } from '../../contract.ts';
import type { ChapterFieldName, ChapterValues } from '../../model/chapter-field-list.ts';
import { unitsOf } from '../../model/chapter-fields.ts';
import type { TextHandle } from '../rich-text/text-handle.ts';
import { type DeviceDraft, type DraftKey, forgetDraft, keepDraft, keptDrafts, nameOf } from './device-drafts.ts';
import { CREATE_REFUSALS, createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts';
import { reconcile } from './reconcile.ts';
import { useChapterForms } from './use-chapter-forms.ts';
import type { Written, WrittenField, Wrong } from './written.ts';

/** How a text that isn’t on the server yet is created there. */
export interface Beginning {
  /** The name under which the device keeps it until it has an id. */
  readonly at: string;
  /** Creates it, with the idempotency key and the id of its owner. */
  readonly create: (options: { idempotencyKey: string; as: string }) => Promise<ChapterDraft>;
  /** What it means for the text if that is refused. */
  readonly refusals: Refusals;
  /** Whether it may be created now. Until then the text stays on the device. */
  readonly mayCreate?: () => boolean;
}

/**
 * A new chapter of a story, after another one if the story is a tree. Once it could be started, it is kept as a draft
 * even if the turn or the place is taken meanwhile.
 */
export function chapterBeginning(
  storyId: string,
  parentChapterId: string | null,
  mayCreate?: () => boolean,
): Beginning {
  const place = { storyId, ...(parentChapterId ? { parentChapterId } : {}) };
  return {
    at: `${storyId}-${parentChapterId ?? ''}`,
    create: (options) => call(chapterApi.create, { ...place, keep: true }, options),
    refusals: CREATE_REFUSALS,
    ...(mayCreate ? { mayCreate } : {}),
  };
}

export interface WritingStart {
  memberId: string;
  beginning: Beginning;
  draft: ChapterDraft | null;
  /** The language that the draft seems to be written in, if it is known. */
  seemsIn?: Language | null;
}

/** Two texts to choose from or to merge. */
export interface Clash {
  mine: Written;
  other: Written;
  /** When the other text was saved. */
  otherAt: string;
  /** When mine was kept on this device, if it is from an earlier visit. */
  mineAt: string | null;
  /** What caused the conflict: a change on the server, or a text kept on the device. */
  kind: 'server_changed' | 'device_kept';
}

const MEASURE_PAUSE = 150;

/**
 * The chapter being edited: its text, where it is saved, and what prevents saving. One for as long as the chapter is
 * open.
 */
export function useWriting(start: WritingStart, onClosed: (error: ApiError) => void) {
  const forms = useChapterForms();
  const { writtenOf, isBlank, isSameText, unsavable, wrongLines, afterSave } = forms;
  const [first] = useState(() => (start.draft ? writtenOf(start.draft) : forms.nothing));
  const [draft, setDraft] = useState(start.draft);
  const [fields, setFieldsShown] = useState<ChapterValues>(first);
  const [state, setState] = useState<SaveState>(isBlank(first) ? 'empty' : 'saved');
  const [seemsIn, setSeemsIn] = useState(start.seemsIn ?? null);
  const [units, setUnits] = useState(() => unitsOf(first.document));
  const [tooLong, setTooLong] = useState<Wrong>({});
  const [missing, setMissing] = useState<Wrong>({});
  const [current, setCurrent] = useState<ChapterDraft | null>(null);
  const [offer, setOffer] = useState<DeviceDraft | null>(null);
  const text = useRef<TextHandle | null>(null);
  const [handle, setHandle] = useState<TextHandle | null>(null);
  const inHand = useRef(first);
  const page = useRef('');
  page.current ||= newKey();
  const createKey = useRef('');
  createKey.current ||= newKey();
  const closed = useRef(onClosed);
  closed.current = onClosed;

  const begunAt = start.beginning.at;
  const keyOf = useCallback(
    (chapterId: string | null): DraftKey => ({ memberId: start.memberId, begunAt, chapterId }),
    [start.memberId, begunAt],
  );

  const read = useCallback((): Written => {
    const document = text.current?.document() ?? inHand.current.document;
    if (document !== inHand.current.document) inHand.current = { ...inHand.current, document };
    return inHand.current;
  }, []);

  const saverRef = useRef<DraftSaver | null>(null);
  saverRef.current ??= createDraftSaver(
    forms,
    {
      draft: start.draft,
      read,
      checkpoint: () => text.current?.mark() ?? null,
      isOnline: () => navigator.onLine,
      keep(written, base) {
        const id = saverRef.current?.draft?.id ?? start.draft?.id ?? null;
        // Once it is created on the server, it is kept under its own id.
        if (id !== null && start.draft === null) forgetDraft(keyOf(null), page.current);
        if (written === null) {
          forgetDraft(keyOf(id), page.current);
          return true;
        }
        const at = new Date().toISOString();
        return keepDraft(keyOf(id), { page: page.current, base, at, createKey: createKey.current, written });
      },
      calls: {
        create: () => start.beginning.create({ idempotencyKey: createKey.current, as: start.memberId }),
        update: async (stored, changes, { keepPresent }) => {
          const { id: chapterId, version } = stored;
          const given = { chapterId, version, ...changes, ...(keepPresent ? { keepPresent } : {}) };
          const answer = await call(chapterApi.update, given, { as: start.memberId });
          if (changes.content) setSeemsIn(answer.language);
          return afterSave(stored, changes, answer);
        },
      },
      on: {
        state(next, error) {
          setState(next);
          if (next === 'held') setTooLong(unsavable(read()));
          if (next === 'closed' && error) closed.current(error);
        },
        saved(answer, mark) {
          setDraft(answer);
          if (mark) text.current?.adoptIds(mark, answer.content);
        },
        conflict: setCurrent,
      },
      ...(start.beginning.mayCreate ? { mayBegin: start.beginning.mayCreate } : {}),
    },
    start.beginning.refusals,
  );
  const saver = saverRef.current;

  const measuring = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changed = useCallback(
    (field: WrittenField) => {
      saver.changed();
      setMissing((before) =>
        field in before ? Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)) : before,
      );
      clearTimeout(measuring.current);
      measuring.current = setTimeout(() => {
        const written = read();
        setUnits(unitsOf(written.document));
        setTooLong(wrongLines(written));
      }, MEASURE_PAUSE);
    },
    [wrongLines, saver, read],
  );
  const setField = useCallback(
    <F extends ChapterFieldName>(field: F, value: ChapterValues[F]) => {
      inHand.current = { ...inHand.current, [field]: value };
      setFieldsShown(inHand.current);
      changed(field);
    },
    [changed],
  );

  /** Replaces the current text. */
  const put = useCallback(
    (written: Written) => {
      inHand.current = { ...written, document: inHand.current.document };
      setFieldsShown(written);
      if (text.current) text.current.replace(written.document);
      else inHand.current = written;
      changed('content');
    },
    [changed],
  );

  const forgetKept = useCallback(
    (kept: DeviceDraft) => {
      for (const id of [saver.draft?.id ?? null, null]) forgetDraft(keyOf(id), kept.page);
    },
    [saver, keyOf],
  );

  const findKept = useCallback(
    (open: ReadonlySet<string>) => {
      const { draft: known } = saver;
      const kept = [null, ...(known ? [known.id] : [])].flatMap((id) => keptDrafts(forms, keyOf(id)));
      const others = kept.filter((entry) => entry.page !== page.current);
      const found = reconcile(forms, others, isBlank(read()) ? null : read(), open);
      for (const entry of found.forget) forgetKept(entry);
      if (found.restore) {
        if (!known) createKey.current = found.restore.createKey;
        put(found.restore.written);
        void saver.flush();
        forgetKept(found.restore);
      }
      setOffer(found.offer);
    },
    [forms, isBlank, saver, keyOf, read, put, forgetKept],
  );

  const chapterKey = nameOf({ chapterId: draft?.id ?? null, begunAt });
  const { windows, take, writeHere: writesHere } = useWindows(chapterKey, page.current, saver, findKept);
  useSaverEvents(saver);

  const onText = useCallback(
    (next: TextHandle | null) => {
      // Keep the text after the editor is destroyed, because a save may still be running.
      if (!next) read();
      text.current = next;
      setHandle(next);
    },
    [read],
  );

  /** Returns the texts to choose from, or null if there is no conflict. */
  const clash = useCallback((): Clash | null => {
    if (current)
      return {
        kind: 'server_changed',
        mine: read(),
        other: writtenOf(current),
        otherAt: current.savedAt,
        mineAt: null,
      };
    if (offer)
      return {
        kind: 'device_kept',
        mine: offer.written,
        other: read(),
        otherAt: saver.draft?.savedAt ?? offer.at,
        mineAt: offer.at,
      };
    return null;
  }, [writtenOf, current, offer, read, saver]);

  const choose = useCallback(
    ({ kind, mine }: Clash, chosen: Written) => {
      const base = kind === 'server_changed' ? current : saver.draft;
      put(chosen);
      if (base) saver.resolve(base, isSameText(mine, chosen) ? [] : [mine]);
      if (offer && kind === 'device_kept') forgetKept(offer);
      setCurrent(null);
      if (kind === 'device_kept') setOffer(null);
    },
    [isSameText, current, offer, saver, put, forgetKept],
  );

  const writeHere = useCallback(async () => {
    await take();
    const known = saver.draft;
    const fresh = known && (await call(chapterApi.draft, { chapterId: known.id }).catch(() => null));
    if (known && fresh && fresh.version !== known.version && saver.isClean()) {
      put(writtenOf(fresh));
      saver.accept(fresh);
      setDraft(fresh);
    }
    saver.resume();
    writesHere();
  }, [writtenOf, saver, put, take, writesHere]);

  /** Takes over a change by another API call, such as restoring a version. */
  const accept = useCallback(
    (next: ChapterDraft) => {
      put(writtenOf(next));
      saver.accept(next);
      setDraft(next);
    },
    [writtenOf, saver, put],
  );

  return useMemo(
    () => ({
      first: first.document,
      draft,
      fields,
      setField,
      units,
      seemsIn,
      state,
      wrong: { ...missing, ...tooLong } as Wrong,
      setMissing,
      read,
      put,
      saver,
      onText,
      text: handle,
      textChanged: () => changed('content'),
      isConflict: current !== null,
      offer,
      takeOffer() {
        const offered = clash();
        if (offered?.kind === 'device_kept') choose(offered, offered.mine);
      },
      clash,
      choose,
      windows,
      writeHere,
      accept,
    }),
    [
      first,
      handle,
      draft,
      fields,
      setField,
      units,
      seemsIn,
      state,
      missing,
      tooLong,
      read,
      put,
      saver,
      onText,
      changed,
      current,
      offer,
      clash,
      choose,
      windows,
      writeHere,
      accept,
    ],
  );
}

export type Writing = ReturnType<typeof useWriting>;
