import { useMemo, useRef, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import * as edits from '../../model/edit-rows.ts';
import { type EditorRow, keysOf, paragraphsIn, type RowState } from '../../model/editor-rows.ts';
import { enterField, fieldOf, insertWords } from './field-text.ts';
import type { Translating } from './use-translating.ts';
import type { WorkingTranslation } from './working-translation.ts';

interface Shown {
  rows: readonly EditorRow[];
  stateOf: (row: EditorRow) => RowState;
  /** True if typing is enough to confirm the row. */
  isDoneByWriting: (row: EditorRow) => boolean;
}

/** Actions on rows, which are identified by their keys. */
export function useRowActions(translating: Translating, shown: Shown) {
  const t = useT('translate', 'common');
  const [here, setHere] = useState<string | null>(null);
  /** The row into which several paragraphs were just pasted. */
  const [pastedInto, setPastedInto] = useState<string | null>(null);
  const latest = useRef({ translating, shown, t });
  latest.current = { translating, shown, t };

  const actions = useMemo(() => {
    const now = () => latest.current.translating;
    const find = (key: string): EditorRow | undefined => latest.current.shown.rows.find((row) => row.key === key);
    /** Changes a row with a function of the model. */
    const change = (
      key: string,
      act: (text: WorkingTranslation['text'], row: EditorRow) => WorkingTranslation['text'],
    ) => {
      const row = find(key);
      if (row) now().edit((text) => act(text, row));
    };
    /** Performs an action that removes or moves words, and offers undo. */
    const withUndo = (said: string, act: () => void) => {
      const before = now().read();
      act();
      const { t: say } = latest.current;
      toast(said, { label: say('translate.undo'), run: () => now().put({ ...before, done: now().read().done }) });
    };
    const rows = () => latest.current.shown.rows;
    const confirmParts = (row: EditorRow) =>
      now().confirmParts(
        row.parts.map(({ key }) => key),
        row.gone,
      );
    return {
      enter(key: string, { settled = false } = {}) {
        setHere(key);
        if (settled) setPastedInto(null);
      },
      /**
       * New parts are confirmed as soon as the translator types. Others are confirmed when their field loses the focus.
       */
      write(key: string, value: string) {
        const row = find(key);
        if (!row) return;
        now().edit((text) => edits.setRowText(text, rows(), row, value, now().newId));
        if (value.trim() !== '' && latest.current.shown.isDoneByWriting(row)) confirmParts(row);
      },
      pasted(key: string, pasted: string) {
        const row = find(key);
        const isOffered =
          row?.field === null && row.text.trim() === '' && row.parts.length > 0 && paragraphsIn(pasted).length > 1;
        setPastedInto(isOffered ? key : null);
      },
      /** Leaving a row with words confirms it. If its source has changed, only if it was edited. */
      leave(key: string, wasEdited: boolean) {
        const row = find(key);
        if (!row) return;
        if (row.text.trim() !== '') {
          if (latest.current.shown.stateOf(row) !== 'changed' || wasEdited) confirmParts(row);
        } else if (row.parts.length === 0 && row.gone.length === 0) change(key, edits.removeParagraphs);
      },
      finish(key: string) {
        const row = find(key);
        if (row && row.text.trim() !== '') confirmParts(row);
      },
      stillRight(key: string) {
        const row = find(key);
        if (row) confirmParts(row);
      },
      remove(key: string) {
        const row = find(key);
        if (!row) return;
        withUndo(latest.current.t('translate.removed'), () => {
          now().edit((text) => edits.removeParagraphs(text, row));
          now().confirmParts([], row.gone);
        });
      },
      copySource(key: string) {
        const [row, field] = [find(key), fieldOf(key)];
        if (!row || !field) return;
        field.focus();
        field.select();
        insertWords(field, row.parts.map(({ text }) => text).join('\n\n'));
      },
      join(key: string) {
        const above = rows()[rows().findIndex((row) => row.key === key) - 1];
        change(key, (text, row) => edits.joinWithAbove(text, rows(), row, now().newId));
        if (above) setTimeout(() => enterField(fieldOf(above.key)));
      },
      separate: (key: string) => change(key, edits.separate),
      leaveOut(key: string) {
        const row = find(key);
        if (!row) return;
        const act = () => {
          now().edit((text) => edits.leaveOut(text, row));
          now().confirmParts(keysOf(row));
        };
        if (row.text.trim() === '') act();
        else withUndo(latest.current.t('translate.left_out_now'), act);
      },
      putBack(key: string) {
        change(key, edits.putBack);
        setTimeout(() => enterField(fieldOf(key)));
      },
      addBelow(key: string) {
        const row = find(key);
        if (!row) return;
        const { text, id } = edits.addBelow(now().read().text, rows(), row, now().newId);
        now().edit(() => text);
        setTimeout(() => enterField(fieldOf(id)));
      },
      spread(key: string) {
        withUndo(latest.current.t('translate.spread_now'), () =>
          change(key, (text, row) => edits.spread(text, rows(), row, now().newId)),
        );
        setPastedInto(null);
      },
      insert(key: string, words: string) {
        const field = fieldOf(key);
        if (field) insertWords(field, words);
      },
    };
  }, []);
  return { actions, here, pastedInto };
}

export type RowActions = ReturnType<typeof useRowActions>['actions'];
