import * as z from 'zod/mini';
import type { InputOf } from '#core/endpoint.ts';
import type { FieldIssue } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';
import type { Language } from '#core/languages.ts';
import { keysOf } from '#core/records.ts';
import type { storyApi } from '../../contract.ts';
import type { ModeModel, ModeModels } from '../../model/mode-model.ts';
import {
  fieldOf,
  isNumber,
  publishedNames,
  ruleNames,
  type StoryFieldName,
  type StoryFields,
} from '../../model/story-field-list.ts';
import { missingFields, mode as modeSchema } from '../../model/story-fields.ts';
import { WRITING_MODES, type WritingMode } from '../../model/writing-mode.ts';
import { type StoryValues, storyValues, wholeNumber } from './story-values.ts';

export type StoryField = StoryFieldName | 'mode';
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

/** Checks that a round doesn’t need more writers than may take part. */
function groupIssue(model: ModeModel, values: StoryValues): FieldIssue | null {
  const { rounds } = model.settings;
  const max = wholeNumber(values.participantLimit);
  if (!rounds || limitIssue(model, values) || wholeNumber(values.minParticipants) <= max) return null;
  return { code: 'participants_bounds', params: { min: rounds.minParticipants.min, max } };
}

/** Checks that the longest chapter is longer than the shortest. */
function orderIssue({ minUnits, maxUnits }: StoryValues): FieldIssue | null {
  return wholeNumber(maxUnits) <= wholeNumber(minUnits) ? { code: 'units_order' } : null;
}

/** Checks of fields whose bounds depend on the mode or on each other. `own` is what the schema has found. */
const DEPENDENT: Partial<
  Record<StoryFieldName, (own: FieldIssue | null, values: StoryValues, model: ModeModel | null) => FieldIssue | null>
> = {
  participantLimit: (own, values, model) => (model ? limitIssue(model, values) : own),
  minParticipants: (own, values, model) => own ?? (model && groupIssue(model, values)),
  maxUnits: (own, values) => own ?? orderIssue(values),
};

/** Numbers that limit each other are saved together. */
const BOUND = [
  ['minUnits', 'maxUnits'],
  ['minParticipants', 'participantLimit'],
] as const;

export type StoryChanges = Omit<InputOf<typeof storyApi.update>, 'storyId' | 'version'>;

export type StoryForms = ReturnType<typeof storyForms>;

/** The functions of the form, which depend on the writing modes and the fields of stories. */
export function storyForms(models: ModeModels, fields: StoryFields) {
  const values = storyValues(fields);
  const { tidied, parsed, differentFields, initialValues } = values;
  const firstModel = models[WRITING_MODES[0]];
  const texts = publishedNames(fields);
  const rules = ruleNames(fields);
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
    const mode = issueOf(modeSchema, given.mode ?? undefined);
    if (mode) problems.mode = mode;
    for (const name of keysOf(fields)) {
      const issue = issueIn(given, name);
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
    rules,

    /** The values of a new story. The mode can’t be changed later, so it has no default. */
    blankValues: (language: Language): StoryValues => ({
      mode: null,
      ...initialValues(keysOf(fields), firstModel, language),
    }),

    /** The changes from choosing a mode: its rules, but not its chapter lengths if custom ones were typed. */
    modeChosen(given: StoryValues, mode: WritingMode): Partial<StoryValues> {
      const isUntouched = Object.values(models).some((model) => {
        const { minUnits, maxUnits } = defaultLengths(model);
        return minUnits === given.minUnits && maxUnits === given.maxUnits;
      });
      const lengths = isUntouched ? defaultLengths(models[mode]) : lengthsOf(given);
      return { mode, ...initialValues(rules, models[mode], given.language), ...lengths };
    },

    /**
     * The changes that a save of these values would make to `base`: only fields that differ and that the server would
     * accept. Null if there are none.
     */
    changesOf(given: StoryValues, base: StoryValues): StoryChanges | null {
      const problems = problemsOf(given);
      const togetherWith = (name: StoryFieldName): readonly StoryFieldName[] =>
        BOUND.find((pair) => pair.some((other) => other === name)) ?? [name];
      const different = differentFields(given, base);
      const changed = keysOf(fields).filter(
        (name) =>
          different.includes(name) &&
          // A number that the mode doesn’t have is empty in `base`.
          !(isNumber(fields, name) && base[name] === '') &&
          togetherWith(name).every((other) => isRight(problems, other)),
      );
      const stored = tidied(given);
      return changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, parsed(stored, name)])) : null;
    },

    /** Adds the first values of fields that didn’t exist when the values were saved on the device. */
    completed: (given: Pick<StoryValues, 'mode' | 'language'> & Partial<StoryValues>): StoryValues => ({
      ...initialValues(keysOf(fields), given.mode ? models[given.mode] : firstModel, given.language),
      ...given,
    }),

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
