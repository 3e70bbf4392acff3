import * as z from 'zod/mini';
import type { InputOf } from '#core/endpoint.ts';
import type { FieldIssue } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';
import type { Language } from '#core/languages.ts';
import type { StoryDraft, storyApi } from '../../contract.ts';
import type { ContestRules } from '../../model/contest-rules.ts';
import { type JoinPolicy, TURN_DAYS } from '../../model/join-policy.ts';
import type { ModeModel, ModeModels } from '../../model/mode-model.ts';
import * as fields from '../../model/story-fields.ts';
import { CATEGORIES_MAX } from '../../model/story-limits.ts';
import type { Progress } from '../../model/story-status.ts';
import { WRITING_MODES, type WritingMode } from '../../model/writing-mode.ts';

/** The values of the story form. Texts and numbers are as typed. */
export interface StoryValues {
  title: string;
  description: string;
  mode: WritingMode | null;
  /** In the order of choosing. The first is the main one. */
  categories: readonly string[];
  language: Language;
  progress: Progress;
  minUnits: string;
  maxUnits: string;
  joinPolicy: JoinPolicy;
  /** Maximum number of writers, as typed. Empty if the mode has no limit. */
  participantLimit: string;
  /** Length of a turn in a relay. Null in the other modes. */
  turnDays: number | null;
  /** Rules of a competition: durations in hours, and the minimum number of writers. All empty in the other modes. */
  writingHours: string;
  votingHours: string;
  minParticipants: string;
}

export const STORY_TEXT_FIELDS = ['title', 'description', 'mode', 'categories'] as const;
/** In the order of the form. */
const CONTEST_FIELDS = ['writingHours', 'votingHours', 'minParticipants'] as const satisfies (keyof ContestRules)[];
export const RULE_FIELDS = [...CONTEST_FIELDS, 'participantLimit', 'minUnits', 'maxUnits'] as const;
export type StoryField = (typeof STORY_TEXT_FIELDS)[number] | (typeof RULE_FIELDS)[number] | 'language';
export type StoryProblems = Partial<Record<StoryField, FieldIssue>>;

type Rules = Pick<
  StoryValues,
  'minUnits' | 'maxUnits' | 'joinPolicy' | 'participantLimit' | 'turnDays' | keyof ContestRules
>;

/** The rules of a new story in a mode. */
function defaultRules({ settings }: ModeModel): Rules {
  const { joinPolicy, participants, turnDays, rounds } = settings;
  return {
    ...defaultUnits(settings),
    joinPolicy,
    participantLimit: participants ? String(participants.default) : '',
    turnDays,
    ...contestValues((rule) => rounds?.[rule].default ?? null),
  };
}

/** The rules of a competition as form values. Empty if there are none. */
function contestValues(ruleOf: (rule: keyof ContestRules) => number | null): Record<keyof ContestRules, string> {
  const text = (rule: keyof ContestRules) => String(ruleOf(rule) ?? '');
  return {
    writingHours: text('writingHours'),
    votingHours: text('votingHours'),
    minParticipants: text('minParticipants'),
  };
}

function defaultUnits({ units: { min, max } }: ModeModel['settings']): Pick<StoryValues, 'minUnits' | 'maxUnits'> {
  return { minUnits: String(min), maxUnits: String(max) };
}

export function valuesOf(draft: StoryDraft): StoryValues {
  const { title, description, mode, categories, language, progress, joinPolicy, turnDays } = draft;
  return {
    title,
    description,
    mode,
    categories,
    language,
    progress,
    minUnits: String(draft.minUnits),
    maxUnits: String(draft.maxUnits),
    joinPolicy,
    participantLimit: draft.participantLimit === null ? '' : String(draft.participantLimit),
    turnDays,
    ...contestValues((rule) => draft.contest?.[rule] ?? null),
  };
}

/** Parses a whole number, with or without spaces. NaN if it isn’t one. */
export function wholeNumber(text: string): number {
  const digits = text.replace(/\s/gu, '').normalize('NFKC');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** The first issue of a field, as a save would find it, or null. */
function issueOf(schema: z.core.$ZodType, value: unknown): FieldIssue | null {
  const result = z.safeParse(schema, value, { reportInput: true });
  return result.success ? null : (Object.values(fieldIssues(result.error))[0] ?? null);
}

/** The settings of the chosen mode. Null before one is chosen. */
type Settings = ModeModel['settings'] | null;

/** The issue with the number of writers, or null if it is valid or the mode has no limit. */
function limitIssue(settings: Settings, { participantLimit }: StoryValues): FieldIssue | null {
  const bounds = settings?.participants;
  if (!bounds) return null;
  const { min, max } = bounds;
  const limit = wholeNumber(participantLimit);
  if (Number.isNaN(limit)) return { code: 'units_whole_number' };
  return limit < min || limit > max ? { code: 'participants_bounds', params: { min, max } } : null;
}

function contestIssue(settings: Settings, schema: z.core.$ZodType, typed: string): FieldIssue | null {
  return settings?.rounds ? issueOf(schema, wholeNumber(typed)) : null;
}

/** Checks that a round doesn’t need more writers than may take part. */
function groupIssue(settings: Settings, values: StoryValues): FieldIssue | null {
  const max = wholeNumber(values.participantLimit);
  if (!settings?.rounds || limitIssue(settings, values) || wholeNumber(values.minParticipants) <= max) return null;
  return { code: 'participants_bounds', params: { min: settings.rounds.minParticipants.min, max } };
}

/** The values as the server would store them, so that extra white space doesn’t count as a change. */
function tidied(values: StoryValues): StoryValues {
  const numbers = RULE_FIELDS.map((field) => [field, wholeNumber(values[field])] as const);
  const title = z.safeParse(fields.draftTitle, values.title);
  const description = z.safeParse(fields.draftDescription, values.description);
  return {
    ...values,
    ...Object.fromEntries(
      numbers.filter(([, number]) => !Number.isNaN(number)).map(([f, number]) => [f, String(number)]),
    ),
    title: title.success ? title.data : values.title,
    description: description.success ? description.data : values.description,
  };
}

const BOUND = [
  ['minUnits', 'maxUnits'],
  ['minParticipants', 'participantLimit'],
] as const;

export type StoryChanges = Omit<InputOf<typeof storyApi.update>, 'storyId' | 'version'>;

const fieldsOf = (values: StoryValues) => Object.keys(values) as (keyof StoryValues)[];

/** The fields in which these values differ from `base`, whether the server would accept them or not. */
export function differentFields(values: StoryValues, base: StoryValues): (keyof StoryValues)[] {
  const given = tidied(values);
  return fieldsOf(base).filter((field) => String(base[field]) !== String(given[field]));
}

export function differs(values: StoryValues, base: StoryValues): boolean {
  return differentFields(values, base).length > 0;
}

interface Sides {
  /** The common base of both forms. */
  base: StoryValues;
  mine: StoryValues;
  theirs: StoryValues;
}

/** Returns my form, with the fields that were only changed elsewhere taken from theirs. */
export function withUntouched({ base, mine, theirs }: Sides): StoryValues {
  const touched = differentFields(mine, base);
  const untouched = fieldsOf(base).filter((field) => !touched.includes(field));
  return { ...mine, ...Object.fromEntries(untouched.map((field) => [field, theirs[field]])) };
}

/**
 * Merges two forms with the common base `base`. If both changed the same rule, mine wins. Null if both changed the same
 * text to different values; the author then chooses.
 */
export function mergeValues(base: StoryValues, mine: StoryValues, theirs: StoryValues): StoryValues | null {
  const merged = withUntouched({ base, mine, theirs });
  const isClash = differentTexts(theirs, base).some((text) => differentTexts(theirs, merged).includes(text));
  return isClash ? null : merged;
}

/** Adds or removes a category. The first one is the main category. A fourth is ignored. */
export function toggled(categories: readonly string[], category: string): readonly string[] {
  if (categories.includes(category)) return categories.filter((other) => other !== category);
  return categories.length < CATEGORIES_MAX ? [...categories, category] : categories;
}

const COMPARED = ['title', 'description', 'categories', 'language'] as const;
export type ComparedField = (typeof COMPARED)[number];

/** The texts in which two versions differ. */
export function differentTexts(
  a: Pick<StoryValues, ComparedField>,
  b: Pick<StoryValues, ComparedField>,
): ComparedField[] {
  return COMPARED.filter((field) => String(a[field]) !== String(b[field]));
}

export type StoryForms = ReturnType<typeof storyForms>;

/** The functions of the form that depend on the settings of the writing modes. */
export function storyForms(models: ModeModels) {
  const firstModel = models[WRITING_MODES[0]];
  const settingsOf = (mode: WritingMode | null): Settings => mode && models[mode].settings;

  /** What prevents publishing, by field: what a save would refuse, and what is still missing. */
  function problemsOf(values: StoryValues): StoryProblems {
    const settings = settingsOf(values.mode);
    const [min, max] = [wholeNumber(values.minUnits), wholeNumber(values.maxUnits)];
    const { title, description, categories, language } = tidied(values);
    const missing: StoryProblems = fields.missingFields({ title, description, categories });
    const found: Record<StoryField, FieldIssue | null> = {
      title: issueOf(fields.draftTitle, values.title) ?? missing.title ?? null,
      description: issueOf(fields.draftDescription, values.description) ?? missing.description ?? null,
      mode: issueOf(fields.mode, values.mode ?? undefined),
      categories: issueOf(fields.draftCategories, [...categories]) ?? missing.categories ?? null,
      language: issueOf(fields.language, language),
      minUnits: issueOf(fields.minUnits, min),
      maxUnits: issueOf(fields.maxUnits, max) ?? (max <= min ? { code: 'units_order' } : null),
      participantLimit: limitIssue(settings, values),
      writingHours: contestIssue(settings, fields.writingHours, values.writingHours),
      votingHours: contestIssue(settings, fields.votingHours, values.votingHours),
      minParticipants:
        contestIssue(settings, fields.minParticipants, values.minParticipants) ?? groupIssue(settings, values),
    };
    return Object.fromEntries(Object.entries(found).filter(([, issue]) => issue !== null)) as StoryProblems;
  }

  return {
    /** The values of a new story. The mode can’t be changed later, so it has no default. */
    blankValues: (language: Language): StoryValues => ({
      title: '',
      description: '',
      mode: null,
      categories: [],
      language,
      progress: 'ongoing',
      ...defaultRules(firstModel),
    }),

    /** The changes from choosing a mode: its rules, but not its chapter lengths if custom ones were typed. */
    modeChosen(values: StoryValues, mode: WritingMode): Partial<StoryValues> {
      const isUntouched = Object.values(models).some(({ settings }) => {
        const { minUnits, maxUnits } = defaultUnits(settings);
        return minUnits === values.minUnits && maxUnits === values.maxUnits;
      });
      const { minUnits, maxUnits } = isUntouched ? defaultUnits(models[mode].settings) : values;
      return { mode, ...defaultRules(models[mode]), minUnits, maxUnits };
    },

    problemsOf,

    /**
     * The changes that a save of these values would make to `base`: only fields that differ and that the server would
     * accept. Null if there are none.
     */
    changesOf(values: StoryValues, base: StoryValues): StoryChanges | null {
      const problems: Partial<Record<string, FieldIssue>> = problemsOf(values);
      // A draft may have empty fields.
      const isRight = (field: string) => problems[field]?.code.endsWith('_empty') ?? true;
      // Numbers that limit each other are saved together.
      const togetherWith = (field: string) => BOUND.find((pair) => pair.some((other) => other === field)) ?? [field];
      const changed = differentFields(values, base).filter((field) => togetherWith(field).every(isRight));
      const has = (field: keyof StoryValues) => changed.includes(field);
      const { title, description, categories, language, progress, joinPolicy } = tidied(values);
      const changes: StoryChanges = {};
      if (has('title')) changes.title = title;
      if (has('description')) changes.description = description;
      if (has('categories')) changes.categories = [...categories];
      if (has('language')) changes.language = language;
      if (has('progress')) changes.progress = progress;
      if (has('joinPolicy')) changes.joinPolicy = joinPolicy;
      const turnDays = TURN_DAYS.find((days) => days === values.turnDays);
      if (turnDays !== undefined && has('turnDays')) changes.turnDays = turnDays;
      // The value in `base` is empty if the mode doesn’t have this rule.
      for (const rule of RULE_FIELDS) if (base[rule] !== '' && has(rule)) changes[rule] = wholeNumber(values[rule]);
      return Object.keys(changes).length > 0 ? changes : null;
    },

    /** Adds the default rules of the mode to values that were saved on a device before stories had join rules. */
    withRules: (values: Omit<StoryValues, keyof Rules> & Partial<Rules>): StoryValues => ({
      ...defaultRules(values.mode ? models[values.mode] : firstModel),
      ...values,
    }),

    /** The API call that creates the story, or null while title or mode is missing. */
    creationOf(values: StoryValues): InputOf<typeof storyApi.create> | null {
      const problems = problemsOf(values);
      const { title, description, mode, categories, language } = tidied(values);
      if (problems.title || mode === null) return null;
      const takesDescription = !problems.description || description === '';
      return { title, mode, language, categories: [...categories], ...(takesDescription ? { description } : {}) };
    },
  };
}
