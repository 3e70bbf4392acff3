import { useCallback, useState } from 'react';
import { call } from '#web/api/client.ts';
import { translationApi } from '../../contract.ts';
import type { TranslatedName, TranslationEditorData } from '../../contract-views.ts';

/** What is written into the sheet. */
export interface NameFields {
  term: string;
  translation: string;
  note: string;
}

/** The names sheet of the story and the language, as it is by this page's own changes. */
export function useGlossary({ source: { storyId }, language, names: start }: TranslationEditorData) {
  const [names, setNames] = useState<readonly TranslatedName[]>(start);
  const removeTerm = useCallback(async ({ id }: TranslatedName) => {
    await call(translationApi.removeTerm, { nameId: id });
    setNames((before) => before.filter((name) => name.id !== id));
  }, []);
  /** Writes a name in the place of what stood for the same term, and of `before` where that had another term. */
  const saveTerm = useCallback(
    async (fields: NameFields, before?: TranslatedName) => {
      const saved = await call(translationApi.saveTerm, { storyId, language, ...fields });
      if (before && before.id !== saved.id) await removeTerm(before);
      setNames((known) => {
        const at = known.findIndex((name) => name.id === saved.id);
        return at < 0 ? [...known, saved] : known.with(at, saved);
      });
    },
    [storyId, language, removeTerm],
  );
  return { names, setNames, saveTerm, removeTerm };
}
