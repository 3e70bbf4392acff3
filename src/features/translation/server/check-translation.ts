import { languageWithinTime } from '#features/moderation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { compareTranslations } from '../model/compare-translations.ts';
import { copiedWords } from '../model/copied-rows.ts';
import type { Source } from './source.ts';
import type { TranslationRecord } from './translations.repo.ts';

/** What the automatic check says about a translation. */
export interface CheckedTranslation {
  /** The translation that was checked, and the version of its original. */
  version: number;
  sourceRevision: number;
  /** True if it is a copy of the original, in the language of the original. */
  isCopy: boolean;
  /** The language it seems to be in. Null if that is its own, or if it can’t be told. */
  seemsIn: string | null;
}

/**
 * Compares a translation with its original, and detects its language. Call it outside of transactions, because detection
 * can take seconds. Text that was copied in another language than that of the original, such as a Latin verse, is left
 * to the reviewer.
 */
export async function checkTranslation(
  ctx: Pick<Ctx, 'log'>,
  { version, text, language }: TranslationRecord,
  { parts, facts, revision }: Source,
): Promise<CheckedTranslation> {
  const { isCopy, copied, own } = copiedWords(compareTranslations({ parts, text, previous: null }));
  const found = await languageWithinTime(ctx, isCopy ? copied : own);
  return {
    version,
    sourceRevision: revision,
    isCopy: isCopy && found === facts.language,
    seemsIn: found === language ? null : found,
  };
}
