import * as z from 'zod/mini';
import type { InputOf } from '#core/endpoint.ts';
import type { FieldIssue } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';
import type { Language } from '#core/languages.ts';
import type { StoryDraft, storyApi } from '../../contract.ts';
import type { JoinPolicy } from '../../model/join-policy.ts';
import type { ModeModel, ModeModels } from '../../model/mode-model.ts';
import { defaultSettings, ownRules, type SettingName, type SettingRule } from '../../model/mode-settings.ts';
import { settingField } from '../../model/setting-fields.ts';
import { settingNames, settingsIn } from '../../model/setting-views.ts';
import * as fields from '../../model/story-fields.ts';
import { CATEGORIES_MAX } from '../../model/story-limits.ts';
import type { Progress } from '../../model/story-status.ts';
import type { WritingMode } from '../../model/writing-mode.ts';
import { wholeNumber } from './whole-number.ts';

/** The settings of single modes, as typed. Empty if the chosen mode doesn’t have the setting. */
type SettingValues = { [Name in SettingName]: string };

/** The values of the story form. Texts and numbers are as typed. */
export interface StoryValues extends SettingValues {
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
}

export const STORY_TEXT_FIELDS = ['title', 'description', 'mode', 'categories'] as const;
/** Fields for numbers. */
export type RuleField = SettingName | 'participantLimit' | 'minUnits' | 'maxUnits';
export type StoryField = (typeof STORY_TEXT_FIELDS)[number] | RuleField | 'language';
export type StoryProblems = Partial<Record<StoryField, FieldIssue>>;

type Rules = Pick<StoryValues, 'minUnits' | 'maxUnits' | 'joinPolicy' | 'participantLimit' | SettingName>;

function defaultUnits({ units: { min, max } }: ModeModel['settings']): Pick<StoryValues, 'minUnits' | 'maxUnits'> {
  return { minUnits: String(min), maxUnits: String(max) };
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

/** The issue with a setting of the mode. One that is a number of writers can’t be more than may take part. */
function settingIssue(settings: Settings, rule: SettingRule, value: number, values: StoryValues): FieldIssue | null {
  const issue = issueOf(settingField(rule), value);
  if (issue || !('isGroup' in rule) || !rule.isGroup || limitIssue(settings, values)) return issue;
  const max = wholeNumber(values.participantLimit);
  return value <= max ? null : { code: 'participants_bounds', params: { min: rule.min, max } };
}

/** The issues with the settings of the mode, by name. */
function settingIssues(settings: Settings, values: StoryValues): Partial<Record<SettingName, FieldIssue | null>> {
  const rules = settings ? ownRules(settings.own) : [];
  return Object.fromEntries(
    rules.map(([name, rule]) => [name, settingIssue(settings, rule, wholeNumber(values[name]), values)]),
  );
}

const fieldsOf = (values: StoryValues) => Object.keys(values) as (keyof StoryValues)[];

const NO_RULES: readonly (keyof StoryValues)[] = [...STORY_TEXT_FIELDS, 'language', 'progress', 'joinPolicy'];
const isRule = (field: keyof StoryValues): field is RuleField => !NO_RULES.includes(field);

/** The values as the server would store them, so that extra white space doesn’t count as a change. */
function tidied(values: StoryValues): StoryValues {
  const numbers = fieldsOf(values).flatMap((field) =>
    isRule(field) ? [[field, wholeNumber(values[field])] as const] : [],
  );
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

export type StoryChanges = Omit<InputOf<typeof storyApi.update>, 'storyId' | 'version'>;

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
  const firstModel = Object.values(models)[0]!;
  const settingsOf = (mode: WritingMode | null): Settings => mode && models[mode].settings;
  const settings = settingNames(models);
  /** In the order of the form. */
  const ruleFields: readonly RuleField[] = [...settings, 'participantLimit', 'minUnits', 'maxUnits'];
  const isGroup = (name: SettingName) =>
    Object.values(models).some(({ settings: { own } }) => {
      const rule = own.rules[name];
      return rule !== undefined && 'isGroup' in rule && rule.isGroup === true;
    });
  /** Numbers that limit each other. */
  const bound: readonly (readonly RuleField[])[] = [
    ['minUnits', 'maxUnits'],
    ...settings.filter(isGroup).map((name) => [name, 'participantLimit'] as const),
  ];

  /** The settings as form values. */
  function settingValues(values: { readonly [Name in SettingName]?: string | number | null }): SettingValues {
    return Object.assign({}, ...settings.map((name) => ({ [name]: String(values[name] ?? '') })));
  }

  /** The rules of a new story in a mode. */
  function defaultRules({ settings }: ModeModel): Rules {
    const { joinPolicy, participants, own } = settings;
    return {
      ...defaultUnits(settings),
      joinPolicy,
      participantLimit: participants ? String(participants.default) : '',
      ...settingValues(defaultSettings(own)),
    };
  }

  function valuesOf(draft: StoryDraft): StoryValues {
    const { title, description, mode, categories, language, progress, joinPolicy } = draft;
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
      ...settingValues(settingsIn(models, draft)),
    };
  }

  /** What prevents publishing, by field: what a save would refuse, and what is still missing. */
  function problemsOf(values: StoryValues): StoryProblems {
    const settings = settingsOf(values.mode);
    const [min, max] = [wholeNumber(values.minUnits), wholeNumber(values.maxUnits)];
    const { title, description, categories, language } = tidied(values);
    const missing: StoryProblems = fields.missingFields({ title, description, categories });
    const found: Partial<Record<StoryField, FieldIssue | null>> = {
      title: issueOf(fields.draftTitle, values.title) ?? missing.title ?? null,
      description: issueOf(fields.draftDescription, values.description) ?? missing.description ?? null,
      mode: values.mode === null ? { code: 'mode_empty' } : null,
      categories: issueOf(fields.draftCategories, [...categories]) ?? missing.categories ?? null,
      language: issueOf(fields.language, language),
      minUnits: issueOf(fields.minUnits, min),
      maxUnits: issueOf(fields.maxUnits, max) ?? (max <= min ? { code: 'units_order' } : null),
      participantLimit: limitIssue(settings, values),
      ...settingIssues(settings, values),
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

    ruleFields,
    valuesOf,
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
      const togetherWith = (field: string) => bound.find((pair) => pair.some((other) => other === field)) ?? [field];
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
      // The value in `base` is empty if the mode doesn’t have this rule.
      for (const rule of ruleFields) if (base[rule] !== '' && has(rule)) changes[rule] = wholeNumber(values[rule]);
      return Object.keys(changes).length > 0 ? changes : null;
    },

    /**
     * Adds the default rules of the mode to values that were saved on a device before stories had these rules. Earlier
     * versions saved some settings as numbers, or null.
     */
    withRules: (values: Omit<StoryValues, keyof Rules> & Partial<Rules>): StoryValues => {
      const rules = { ...defaultRules(values.mode ? models[values.mode] : firstModel), ...values };
      return { ...rules, ...settingValues(rules) };
    },

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
