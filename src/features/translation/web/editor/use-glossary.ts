import { useCallback, useState } from 'react';
import { call } from '#web/api/client.ts';
import { translationApi } from '../../contract.ts';
import type { TranslatedName, TranslationEditorData } from '../../contract-views.ts';

/** The fields of a glossary term. */
export interface NameFields {
  term: string;
  translation: string;
  note: string;
}

/** The glossary of the story and the language, including the changes made on this page. */
export function useGlossary({ source: { storyId }, language, names: start }: TranslationEditorData) {
  const [names, setNames] = useState<readonly TranslatedName[]>(start);
  const removeTerm = useCallback(async ({ id }: TranslatedName) => {
    await call(translationApi.removeTerm, { nameId: id });
    setNames((before) => before.filter((name) => name.id !== id));
  }, []);
  /** Saves a term. Replaces the entry for the same term, and also `before` if that had a different term. */
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
