import { useState } from 'react';
import type { Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import { missingChapterFields, unitsOf } from '../../model/chapter-fields.ts';
import type { Writing } from '../saving/use-writing.ts';
import type { Written } from '../saving/written.ts';

interface Rules {
  bounds: { minUnits: number; maxUnits: number };
  language: Language;
  /** Requires a choice, because readers choose between chapters of a tree. */
  withChoice?: boolean;
}

/** Whether the current text can be submitted: complete and saved. Reports and shows what is missing. */
export function useReady(writing: Writing, { bounds, language, withChoice = false }: Rules) {
  const t = useT('chapters');
  const [isBusy, setIsBusy] = useState(false);
  const { fields, units, state, saver } = writing;
  const missingIn = (written: Pick<Written, 'title' | 'summary' | 'choice'>, count: number) =>
    missingChapterFields(
      {
        title: written.title.trim(),
        summary: written.summary.trim(),
        ...(withChoice ? { choice: written.choice.trim() } : {}),
        units: count,
      },
      bounds,
      language,
    );
  const isComplete = Object.keys(missingIn(fields, units)).length === 0;
  const refuse = (sentence: string) => {
    toast(sentence);
    return false;
  };

  /** Saves the text. Returns true if nothing is missing and the server has all of it. */
  const makeReady = async (): Promise<boolean> => {
    if (state === 'conflict') return refuse(t('chapters.conflict_waits'));
    setIsBusy(true);
    const isSaved = await saver.flush();
    setIsBusy(false);
    const written = writing.read();
    const missing = missingIn(written, unitsOf(written.document));
    if (Object.keys(missing).length === 0) return isSaved || refuse(t('chapters.save_before_submitting'));
    writing.setMissing(missing);
    setTimeout(() => document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus());
    return refuse(t('chapters.fill_first'));
  };

  return { makeReady, isBusy, isBlocked: !isComplete || state === 'conflict' };
}
