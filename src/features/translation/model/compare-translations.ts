import { alignments } from './alignment.ts';
import { isCopied } from './copied-rows.ts';
import {
  FIELD_KEYS,
  FIELD_NAMES,
  type FieldName,
  type PartKind,
  type SourcePart,
  type SourceTexts,
  textOf,
} from './source-parts.ts';
import type { TranslatedParagraph, TranslationText } from './working-text.ts';

/** `first` if nothing is published yet. */
export const REVIEW_ROW_STATES = ['first', 'same', 'changed', 'added', 'removed'] as const;

/** A row of a review: the original, the translation, and the published translation that it would replace. */
export interface ComparedTranslationRow {
  kind: PartKind;
  /** True if it still has the words of the original. */
  isCopied: boolean;
  state: (typeof REVIEW_ROW_STATES)[number];
  /** Null if the translation adds this passage, or the original no longer has it. */
  source: string | null;
  /** What the original said when the published translation was made. Null if unchanged or unknown. */
  sourceBefore: string | null;
  /** Null if it is left out. */
  text: string | null;
  before: string | null;
}

/** A published translation, and its original at the time. */
interface Previous {
  text: TranslationText;
  known: SourceTexts;
}

type SidedParagraph = TranslatedParagraph & { isNew: boolean };

/** Returns the rows of a review: fields first, then paragraphs in the order of the original. */
export function compareTranslations({
  parts,
  text,
  previous,
}: {
  parts: readonly SourcePart[];
  text: TranslationText;
  previous: Previous | null;
}): ComparedTranslationRow[] {
  const byKey = new Map(parts.map((part) => [part.key, part]));
  const fields = FIELD_NAMES.map((name) => fieldRow(name, byKey.get(FIELD_KEYS[name]), text, previous));
  const keys = parts.filter(({ key }) => !isField(key)).map(({ key }) => key);
  const kin = alignments<SidedParagraph>(
    keys,
    text.paragraphs.map((paragraph) => ({ ...paragraph, isNew: true })),
    (previous?.text.paragraphs ?? []).map((paragraph) => ({ ...paragraph, isNew: false })),
  );
  const paragraphs = kin.map(({ sources, targets }) => {
    const gone = targets.flatMap((target) => target.sources.filter((key) => !byKey.has(key)));
    const known = [...sources, ...new Set(gone)].flatMap((key) => textOf(previous?.known ?? {}, key) ?? []);
    return row(
      {
        kind: byKey.get(sources[0] ?? '')?.kind ?? 'paragraph',
        source: together(sources.map((key) => byKey.get(key)!.text)),
        text: together(targets.filter(({ isNew }) => isNew).map((target) => target.text)),
        before: together(targets.filter(({ isNew }) => !isNew).map((target) => target.text)),
      },
      together(known),
      previous,
    );
  });
  return [...fields, ...paragraphs].filter(({ source, text: now, before }) => (source ?? now ?? before) !== null);
}

const isField = (key: string) => FIELD_NAMES.some((name) => FIELD_KEYS[name] === key);

function fieldRow(
  name: FieldName,
  part: SourcePart | undefined,
  text: TranslationText,
  previous: Previous | null,
): ComparedTranslationRow {
  return row(
    {
      kind: part?.kind ?? name,
      source: part?.text ?? null,
      // Fields that the original no longer has aren’t published either.
      text: part ? together([text.fields[name]]) : null,
      before: together(previous ? [previous.text.fields[name]] : []),
    },
    previous?.known[FIELD_KEYS[name]] ?? null,
    previous,
  );
}

function row(
  texts: Pick<ComparedTranslationRow, 'kind' | 'source' | 'text' | 'before'>,
  known: string | null,
  previous: Previous | null,
): ComparedTranslationRow {
  const state = previous === null ? 'first' : stateOf(texts, known);
  return { ...texts, isCopied: isCopied(texts), state, sourceBefore: known === texts.source ? null : known };
}

function stateOf(
  { text, before }: Pick<ComparedTranslationRow, 'text' | 'before'>,
  known: string | null,
): ComparedTranslationRow['state'] {
  if (text === before) return text === null && known === null ? 'added' : 'same';
  if (before === null) return 'added';
  return text === null ? 'removed' : 'changed';
}

/** Joins the paragraphs of a row. Null if they have no words. */
function together(texts: readonly string[]): string | null {
  return texts.filter((text) => text.trim() !== '').join('\n\n') || null;
}
