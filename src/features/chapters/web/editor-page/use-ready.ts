import { useState } from 'react';
import type { Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import { missingChapterFields, unitsOf } from '../../model/chapter-fields.ts';
import type { Writing } from '../saving/use-writing.ts';
import type { Written } from '../saving/written.ts';
import { LINE_FIELDS, type LineField } from './line-fields.tsx';
import { usePhone } from './use-phone.ts';

interface Rules {
  bounds: { minUnits: number; maxUnits: number };
  language: Language;
  /** Requires a choice, because readers choose between chapters of a tree. */
  withChoice?: boolean;
}

export type Ready = ReturnType<typeof useReady>;

/**
 * Whether the current text can be submitted. The text itself is checked before the dialog opens; the dialog asks for the
 * other fields that are missing.
 */
export function useReady(writing: Writing, { bounds, language, withChoice = false }: Rules) {
  const t = useT('chapters');
  const [isBusy, setIsBusy] = useState(false);
  const isPhone = usePhone();
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
  const missingNow = () => {
    const written = writing.read();
    return missingIn(written, unitsOf(written.document));
  };
  const isTextReady = missingIn(fields, units).content === undefined;
  const refuse = (sentence: string) => {
    toast(sentence);
    return false;
  };
  const refuseUnsaved = () => refuse(t('chapters.save_before_submitting'));

  /** Saves the text. Returns true if it has the right length and the server has all of it. */
  const makeReady = async (): Promise<boolean> => {
    if (state === 'conflict') return refuse(t('chapters.conflict_waits'));
    setIsBusy(true);
    const isSaved = await saver.flush();
    setIsBusy(false);
    const missing = missingNow();
    if (!missing.content) return isSaved || refuseUnsaved();
    // On phones, the other fields are folded.
    writing.setMissing(isPhone ? { content: missing.content } : missing);
    setTimeout(() => document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus());
    return refuse(t('chapters.fill_first'));
  };

  /** The fields besides the text that the dialog has to ask for. */
  const linesMissing = (): LineField[] => {
    const missing = missingNow();
    return LINE_FIELDS.filter((field) => missing[field]);
  };

  /**
   * Saves what the dialog asked for. Returns true if nothing is missing and the server has all of it. Otherwise focuses
   * what is missing, or says why not.
   */
  const makeWhole = async (): Promise<boolean> => {
    const missing = missingNow();
    writing.setMissing(missing);
    if (Object.keys(missing).length === 0) return (await saver.flush()) || refuseUnsaved();
    setTimeout(() => document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus());
    return false;
  };

  return { makeReady, linesMissing, makeWhole, isBusy, isBlocked: !isTextReady || state === 'conflict' };
}
