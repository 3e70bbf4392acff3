import * as z from 'zod/mini';
import { deviceShelf } from '#web/saving/device-shelf.ts';
import {
  failuresBy,
  MEMBER_REFUSALS,
  type RefusalsOf,
  SENT_WHILE_WRITING,
  type Writable,
} from '#web/saving/writable.ts';
import type { translationApi } from '../../contract.ts';
import type { TranslationDraft } from '../../contract-views.ts';
import { mergeTexts } from '../../model/merge-texts.ts';
import { FIELD_NAMES, type FieldName } from '../../model/source-parts.ts';
import * as fields from '../../model/translation-fields.ts';
import type { TranslationKind } from '../../model/translation-status.ts';
import { EMPTY_TEXT, type TranslatedParagraph, type TranslationText } from '../../model/working-text.ts';

/** A translation being edited: its text, and the keys of the confirmed parts. */
export interface WorkingTranslation {
  text: TranslationText;
  done: readonly string[];
}

const EMPTY_TRANSLATION: WorkingTranslation = { text: EMPTY_TEXT, done: [] };

export function workingTranslationOf({
  fields: given,
  paragraphs,
  leftOut,
  done,
}: TranslationDraft): WorkingTranslation {
  return { text: { fields: given, paragraphs, leftOut }, done };
}

export interface TranslationChanges {
  title?: string;
  summary?: string;
  choice?: string;
  paragraphs?: TranslatedParagraph[];
  leftOut?: string[];
  done?: string[];
}

const paragraphsKey = ({ paragraphs }: TranslationText) =>
  JSON.stringify(paragraphs.map(({ id, sources, text }) => [id, sources, text.trim()]));
const leftOutKey = ({ leftOut }: TranslationText) => [...leftOut].sort().join();

/** Parts that were confirmed and not saved yet. */
function newlyDone(base: WorkingTranslation, { done }: WorkingTranslation): string[] {
  const known = new Set(base.done);
  return done.filter((key) => !known.has(key));
}

function changesSince(base: WorkingTranslation, now: WorkingTranslation): TranslationChanges | null {
  const changes: TranslationChanges = {};
  for (const name of FIELD_NAMES)
    if (base.text.fields[name].trim() !== now.text.fields[name].trim()) changes[name] = now.text.fields[name];
  if (paragraphsKey(base.text) !== paragraphsKey(now.text)) changes.paragraphs = now.text.paragraphs;
  if (leftOutKey(base.text) !== leftOutKey(now.text)) changes.leftOut = now.text.leftOut;
  const done = newlyDone(base, now);
  if (done.length > 0) changes.done = done;
  return Object.keys(changes).length > 0 ? changes : null;
}

const SCHEMAS = {
  summary: fields.translatedSummary,
  choice: fields.translatedChoice,
  paragraphs: fields.paragraphs,
} as const;
const TITLES = { story: fields.storyTitle, chapter: fields.title };
const CHECKED = ['title', 'summary', 'choice', 'paragraphs'] as const;
export type TooLong = (typeof CHECKED)[number];

/** The fields that the server would refuse. */
export function tooLongIn({ fields: given, paragraphs }: TranslationText, kind: TranslationKind): TooLong[] {
  const values = { ...given, paragraphs };
  const schemas = { ...SCHEMAS, title: TITLES[kind] };
  return CHECKED.filter((name) => !z.safeParse(schemas[name], values[name]).success);
}

const REFUSALS: RefusalsOf<typeof translationApi.create | typeof translationApi.update> = {
  ...MEMBER_REFUSALS,
  translation_changed: 'changed',
  translation_in_review: 'closed',
  translation_not_found: 'closed',
  story_not_found: 'closed',
  chapter_not_found: 'closed',
  same_language: 'closed',
  wrong_state: 'closed',
  too_many_drafts: 'closed',
};

const writable = (kind: TranslationKind): Writable<TranslationDraft, WorkingTranslation, TranslationChanges> => ({
  nothing: EMPTY_TRANSLATION,
  sent: SENT_WHILE_WRITING,
  begins: 'blank',
  textOf: workingTranslationOf,
  isBlank: ({ text }) =>
    FIELD_NAMES.every((name) => text.fields[name].trim() === '') &&
    text.paragraphs.every((paragraph) => paragraph.text.trim() === '') &&
    text.leftOut.length === 0,
  isSame: (a, b) => changesSince({ ...a, done: [] }, { ...b, done: [] }) === null,
  differs: (base, now) => changesSince(base, now) !== null,
  sendable(base, now) {
    const wrong = tooLongIn(now.text, kind);
    const changes = Object.entries(changesSince(base, now) ?? {}).filter(([name]) => !wrong.includes(name as TooLong));
    return { changes: changes.length > 0 ? Object.fromEntries(changes) : null, isWhole: wrong.length === 0 };
  },
  taken(answer, base, { text }) {
    const wrong = tooLongIn(text, kind);
    const field = (name: FieldName) => (wrong.includes(name) ? base : { text }).text.fields[name];
    return {
      done: answer.done,
      text: {
        fields: { title: field('title'), summary: field('summary'), choice: field('choice') },
        paragraphs: wrong.includes('paragraphs') ? base.text.paragraphs : text.paragraphs,
        leftOut: text.leftOut,
      },
    };
  },
  merge(base, mine, theirs) {
    const { text, clashes } = mergeTexts(base.text, mine.text, theirs.text);
    return clashes.length === 0 ? { text, done: bothDone(base, mine, theirs) } : null;
  },
  failureOf: failuresBy(REFUSALS),
});

/** Translations as the saver sees them. */
export const TRANSLATIONS = { story: writable('story'), chapter: writable('chapter') };

/** The parts that either side has confirmed. */
export function bothDone(base: WorkingTranslation, mine: WorkingTranslation, theirs: WorkingTranslation): string[] {
  return [...new Set([...theirs.done, ...mine.done.filter((key) => !base.done.includes(key))])];
}

/**
 * The parts that stay confirmed after a save: those that the server accepted, and those confirmed since it was sent.
 * For all others, the original has changed.
 */
export function doneAfter(now: WorkingTranslation, sent: WorkingTranslation, answer: TranslationDraft): string[] {
  const wasSent = new Set(sent.done);
  return [...new Set([...answer.done, ...now.done.filter((key) => !wasSent.has(key))])];
}

/** A translation kept on this device, with the server’s version that it was written from. */
export interface KeptTranslation {
  page: string;
  /** By the clock of this device. */
  at: string;
  base: WorkingTranslation;
  written: WorkingTranslation;
}

const InHandSchema = z.object({
  text: z.object({
    fields: z.object({ title: z.string(), summary: z.string(), choice: z.string() }),
    paragraphs: z.array(z.object({ id: z.string(), sources: z.array(z.string()), text: z.string() })),
    leftOut: z.array(z.string()),
  }),
  done: z.array(z.string()),
});
const Kept = z.object({ page: z.string(), at: z.string(), base: InHandSchema, written: InHandSchema });

export const keptTranslations = deviceShelf('translation', (given): KeptTranslation => Kept.parse(given));
