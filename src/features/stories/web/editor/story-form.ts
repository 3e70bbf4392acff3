import * as z from 'zod/mini';
import type { InputOf } from '#core/endpoint.ts';
import type { FieldIssue } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';
import type { Language } from '#core/languages.ts';
import { keysOf } from '#core/records.ts';
import type { storyApi } from '../../contract.ts';
import type { ModeModel, ModeModels } from '../../model/mode-model.ts';
import { defaultSettings, ownRules, type SettingName, type SettingRule } from '../../model/mode-settings.ts';
import { settingField } from '../../model/setting-fields.ts';
import {
  fieldOf,
  isNumber,
  publishedNames,
  ruleNames,
  type StoryFieldName,
  type StoryFields,
} from '../../model/story-field-list.ts';
import { missingFields } from '../../model/story-fields.ts';
import type { WritingMode } from '../../model/writing-mode.ts';
import { type StoryValues, storyValues } from './story-values.ts';
import { wholeNumber } from './whole-number.ts';

export type StoryField = StoryFieldName | SettingName | 'mode';
export type StoryProblems = Partial<Record<StoryField, FieldIssue>>;

/** The first issue of a field, as a save would find it, or null. */
function issueOf(schema: z.core.$ZodType, value: unknown): FieldIssue | null {
  const result = z.safeParse(schema, value, { reportInput: true });
  return result.success ? null : (Object.values(fieldIssues(result.error))[0] ?? null);
}

/** The issue with the number of writers, whose bounds depend on the mode. Null if it is valid. */
function limitIssue({ settings }: ModeModel, { participantLimit }: StoryValues): FieldIssue | null {
  const bounds = settings.participants;
  if (!bounds) return null;
  const { min, max } = bounds;
  const limit = wholeNumber(participantLimit);
  if (Number.isNaN(limit)) return { code: 'units_whole_number' };
  return limit < min || limit > max ? { code: 'participants_bounds', params: { min, max } } : null;
}

/** The issue with a setting of the mode. One that is a number of writers can’t be more than may take part. */
function settingIssue(model: ModeModel, rule: SettingRule, value: number, values: StoryValues): FieldIssue | null {
  const issue = issueOf(settingField(rule), value);
  if (issue || !('isGroup' in rule) || !rule.isGroup || limitIssue(model, values)) return issue;
  const max = wholeNumber(values.participantLimit);
  return value <= max ? null : { code: 'participants_bounds', params: { min: rule.min, max } };
}

/** Whether a setting is a number of writers. */
const isGroup = (models: ModeModels, name: SettingName) =>
  Object.values(models).some(({ settings }) => {
    const rule = settings.own.rules[name];
    return rule !== undefined && 'isGroup' in rule && rule.isGroup === true;
  });

/** Checks that the longest chapter is longer than the shortest. */
function orderIssue({ minUnits, maxUnits }: StoryValues): FieldIssue | null {
  return wholeNumber(maxUnits) <= wholeNumber(minUnits) ? { code: 'units_order' } : null;
}

/** Checks of fields whose bounds depend on the mode or on each other. `own` is what the schema has found. */
const DEPENDENT: Partial<
  Record<StoryFieldName, (own: FieldIssue | null, values: StoryValues, model: ModeModel | null) => FieldIssue | null>
> = {
  participantLimit: (own, values, model) => (model ? limitIssue(model, values) : own),
  maxUnits: (own, values) => own ?? orderIssue(values),
};

export type StoryChanges = Omit<InputOf<typeof storyApi.update>, 'storyId' | 'version'>;

export type StoryForms = ReturnType<typeof storyForms>;

/** What an earlier version may have kept on the device. */
type KeptValues = Pick<StoryValues, 'mode' | 'language'> &
  Partial<StoryValues> & { joining?: StoryValues['joinPolicy'] | undefined };

/** The functions of the form, which depend on the writing modes and the fields of stories. */
export function storyForms(models: ModeModels, fields: StoryFields) {
  const values = storyValues(models, fields);
  const { tidied, parsed, differentFields, initialValues, settings, settingValues } = values;
  const firstModel = Object.values(models)[0]!;
  const texts = publishedNames(fields);
  const rules = ruleNames(fields);
  const numbers = [...settings, ...keysOf(fields).filter((name) => isNumber(fields, name))];
  /** Numbers that limit each other are saved together. */
  const bound: readonly (readonly StoryField[])[] = [
    ['minUnits', 'maxUnits'],
    ...settings.filter((name) => isGroup(models, name)).map((name) => [name, 'participantLimit'] as const),
  ];
  const isAbove = (name: StoryFieldName) => name === 'title' || name === 'description';
  const order: StoryField[] = ['title', 'description', 'mode', ...texts.filter((name) => !isAbove(name))];

  function issueIn(given: StoryValues, name: StoryFieldName): FieldIssue | null {
    const { schema, isOf } = fieldOf(fields, name);
    const model = given.mode && models[given.mode];
    if (isOf && !(model && isOf(model))) return null;
    const own = issueOf(schema, parsed(given, name));
    return DEPENDENT[name]?.(own, given, model) ?? own;
  }

  /** What prevents publishing, by field: what a save would refuse, and what is still missing. */
  function problemsOf(given: StoryValues): StoryProblems {
    const problems: StoryProblems = missingFields(tidied(given));
    if (given.mode === null) problems.mode = { code: 'mode_empty' };
    for (const name of keysOf(fields)) {
      const issue = issueIn(given, name);
      if (issue) problems[name] = issue;
    }
    const model = given.mode && models[given.mode];
    for (const [name, rule] of model ? ownRules(model.settings.own) : []) {
      const issue = model && settingIssue(model, rule, wholeNumber(given[name]), given);
      if (issue) problems[name] = issue;
    }
    return problems;
  }

  /** Whether the server would save the field. A draft may have empty fields. */
  const isRight = (problems: StoryProblems, field: StoryField) => problems[field]?.code.endsWith('_empty') ?? true;

  const lengthsOf = ({ minUnits, maxUnits }: StoryValues | ReturnType<typeof defaultLengths>) => ({
    minUnits,
    maxUnits,
  });
  const defaultLengths = (model: ModeModel) => initialValues(['minUnits', 'maxUnits'], model, 'en');

  return {
    ...values,
    problemsOf,
    labelOf: (name: StoryFieldName) => fieldOf(fields, name).label ?? name,

    /** The names of the fields with texts and of the rules, in the order of the form. */
    texts: order,
    rules: [...settings, ...rules],
    /** Those that are numbers. */
    numbers,

    /** The values of a new story. The mode can’t be changed later, so it has no default. */
    blankValues: (language: Language): StoryValues => ({
      mode: null,
      ...initialValues(keysOf(fields), firstModel, language),
      ...settingValues(defaultSettings(firstModel.settings.own)),
    }),

    /** The changes from choosing a mode: its rules, but not its chapter lengths if custom ones were typed. */
    modeChosen(given: StoryValues, mode: WritingMode): Partial<StoryValues> {
      const isUntouched = Object.values(models).some((model) => {
        const { minUnits, maxUnits } = defaultLengths(model);
        return minUnits === given.minUnits && maxUnits === given.maxUnits;
      });
      const lengths = isUntouched ? defaultLengths(models[mode]) : lengthsOf(given);
      const own = settingValues(defaultSettings(models[mode].settings.own));
      return { mode, ...initialValues(rules, models[mode], given.language), ...own, ...lengths };
    },

    /**
     * The changes that a save of these values would make to `base`: only fields that differ and that the server would
     * accept. Null if there are none.
     */
    changesOf(given: StoryValues, base: StoryValues): StoryChanges | null {
      const problems = problemsOf(given);
      const togetherWith = (name: StoryField): readonly StoryField[] =>
        bound.find((pair) => pair.includes(name)) ?? [name];
      const different = differentFields(given, base);
      const isSent = (name: StoryFieldName | SettingName) =>
        different.includes(name) &&
        // A number that the mode doesn’t have is empty in `base`.
        !(numbers.some((number) => number === name) && base[name] === '') &&
        togetherWith(name).every((other) => isRight(problems, other));
      const stored = tidied(given);
      const changes: StoryChanges = {
        ...Object.fromEntries(
          keysOf(fields)
            .filter(isSent)
            .map((name) => [name, parsed(stored, name)]),
        ),
        ...Object.fromEntries(settings.filter(isSent).map((name) => [name, wholeNumber(stored[name])])),
      };
      return Object.keys(changes).length > 0 ? changes : null;
    },

    /**
     * Adds the first values of fields that didn’t exist when the values were saved on the device. Earlier versions saved
     * some settings as numbers, or null, and the join policy as `joining`.
     */
    completed({ joining, ...given }: KeptValues): StoryValues {
      const model = given.mode ? models[given.mode] : firstModel;
      return {
        ...initialValues(keysOf(fields), model, given.language),
        ...(joining ? { joinPolicy: joining } : {}),
        ...given,
        ...settingValues({ ...defaultSettings(model.settings.own), ...given }),
      };
    },

    /** The API call that creates the story, or null while title or mode is missing. */
    creationOf(given: StoryValues): InputOf<typeof storyApi.create> | null {
      const problems = problemsOf(given);
      const stored = tidied(given);
      const { title, mode } = stored;
      if (problems.title || mode === null) return null;
      const sent = texts.filter((name) => isRight(problems, name));
      return { ...Object.fromEntries(sent.map((name) => [name, stored[name]])), title, mode };
    },
  };
}
