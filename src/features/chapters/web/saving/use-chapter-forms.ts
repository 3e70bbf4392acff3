import { createContext, use, useMemo } from 'react';
import type { ChapterFields } from '../../model/chapter-field-list.ts';
import { type ChapterForms, chapterForms } from './written.ts';

const FieldsContext = createContext<ChapterFields | null>(null);
/** Around the editors of chapters and entries, with the fields of all features. */
export const ChapterFieldsProvider = FieldsContext.Provider;

/** Returns the functions for texts that are being written, for the fields of the site. */
export function useChapterForms(): ChapterForms {
  const fields = use(FieldsContext);
  if (!fields) throw new Error('There is no ChapterFieldsProvider around this component');
  return useMemo(() => chapterForms(fields), [fields]);
}
