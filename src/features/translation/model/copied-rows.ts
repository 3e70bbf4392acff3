import { COPY_SHARE, sharedPart } from '#features/moderation/model/screening/fingerprint.ts';
import { plainWordsOf } from './inline-markup.ts';
import type { PartKind } from './source-parts.ts';

/** A row of the original and its translation. */
export interface ComparedTexts {
  kind: PartKind;
  source: string | null;
  text: string | null;
}

/** Shorter texts are often right as they are: names, exclamations, quoted words. In letters. */
const LETTERS_MIN = 24;
/** A copy with translated words added to it isn’t one. */
const LONGER_MAX = 1.25;
/** Share of copied letters from which a translation as a whole is a copy. */
const COPIED_SHARE = 0.5;
/** Titles and headings are often names. */
const UNCHECKED: readonly PartKind[] = ['title', 'heading'];

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

function isSame(source: string, text: string): boolean {
  const [was, now] = [lettersIn(source), lettersIn(text)];
  if (now < LETTERS_MIN || now > was * LONGER_MAX || was > now * LONGER_MAX) return false;
  return sharedPart(source, text) >= COPY_SHARE;
}

/** True if a row still has the words of the original. Always false for short texts, titles and headings. */
export function isCopied({ kind, source, text }: ComparedTexts): boolean {
  if (source === null || text === null || UNCHECKED.includes(kind)) return false;
  return isSame(plainWordsOf(source), plainWordsOf(text));
}

interface CopiedWords {
  /** True if at least half of the translation still has the words of the original. */
  isCopy: boolean;
  /** What was copied, without markup. */
  copied: string;
  /** What was written by the translator. */
  own: string;
}

/** Compares a translation with its original. Short lines count only together, so verse and dialogue are checked, too. */
export function copiedWords(rows: readonly (ComparedTexts & { isCopied: boolean })[]): CopiedWords {
  const checked = rows.flatMap(({ kind, source, text, ...row }) =>
    text === null || UNCHECKED.includes(kind)
      ? []
      : [{ source: plainWordsOf(source ?? ''), text: plainWordsOf(text), isCopied: row.isCopied }],
  );
  const all = joined(checked.map(({ text }) => text));
  const long = joined(checked.map(({ text }) => text).filter((text) => lettersIn(text) >= LETTERS_MIN));
  const copied = joined(checked.filter((row) => row.isCopied).map(({ text }) => text));
  const own = joined(checked.filter((row) => !row.isCopied && row.text !== row.source).map(({ text }) => text));
  const letters = lettersIn(long);
  const hasMainlyShort = letters < lettersIn(all) / 2;
  if (hasMainlyShort && isSame(joined(checked.map(({ source }) => source)), all))
    return { isCopy: true, copied: all, own: '' };
  return { isCopy: letters > 0 && lettersIn(copied) / letters >= COPIED_SHARE, copied, own };
}

const joined = (texts: readonly string[]) => texts.join('\n\n');
