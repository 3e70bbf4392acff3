import * as z from 'zod/mini';
import type { Language } from '#core/languages.ts';
import { byName, keysOf } from '#core/records.ts';
import type { StoryDraft } from '../../contract.ts';
import type { ModeModel, ModeModels } from '../../model/mode-model.ts';
import type { SettingName } from '../../model/mode-settings.ts';
import { settingNames, settingsIn } from '../../model/setting-views.ts';
import {
  fieldOf,
  isNumber,
  type NumberFieldName,
  type PublishedFieldName,
  publishedNames,
  type StoryFieldName,
  type StoryFields,
} from '../../model/story-field-list.ts';
import { CATEGORIES_MAX } from '../../model/story-limits.ts';
import type { WritingMode } from '../../model/writing-mode.ts';
import { wholeNumber } from './whole-number.ts';

type FieldValue<F extends StoryFieldName> = StoryFields[F] extends { readonly isNumber: true }
  ? string
  : ReturnType<StoryFields[F]['initial']>;
type FieldValues<F extends StoryFieldName = StoryFieldName> = { [Name in F]: FieldValue<Name> };

type SettingValues = { [Name in SettingName]: string };

/** The values of the story form. Texts and numbers are as typed; a number that the mode doesn’t have is empty. */
export type StoryValues = FieldValues & SettingValues & { mode: WritingMode | null };

/** Adds or removes a category. The first one is the main category. A fourth is ignored. */
export function toggled(categories: readonly string[], category: string): readonly string[] {
  if (categories.includes(category)) return categories.filter((other) => other !== category);
  return categories.length < CATEGORIES_MAX ? [...categories, category] : categories;
}

interface Sides {
  /** The common base of both forms. */
  base: StoryValues;
  mine: StoryValues;
  theirs: StoryValues;
}

type Texts = Pick<StoryValues, PublishedFieldName>;

/** The functions for values of the form that depend on the fields of stories and on the settings of modes. */
export function storyValues(models: ModeModels, fields: StoryFields) {
  const settings = settingNames(models);
  const typed = (name: StoryFieldName, value: unknown) => (isNumber(fields, name) ? String(value ?? '') : value);

  /** The value to send, for a valid field. */
  const parsed = (values: StoryValues, name: StoryFieldName) =>
    isNumber(fields, name) ? wholeNumber(values[name]) : values[name];

  /** The values as the server would store them, so that extra white space doesn’t count as a change. */
  function tidied(values: StoryValues): StoryValues {
    const tidyNumber = (name: NumberFieldName | SettingName) => {
      const number = wholeNumber(values[name]);
      return Number.isNaN(number) ? values[name] : String(number);
    };
    const tidy = (name: StoryFieldName) => {
      if (isNumber(fields, name)) return tidyNumber(name);
      const result = z.safeParse(fieldOf(fields, name).schema, values[name]);
      return result.success ? result.data : values[name];
    };
    return { ...values, ...byName<FieldValues>(keysOf(fields), tidy), ...byName<SettingValues>(settings, tidyNumber) };
  }

  /** The fields in which these values differ from `base`, whether the server would accept them or not. */
  function differentFields(values: StoryValues, base: StoryValues): (keyof StoryValues)[] {
    const given = tidied(values);
    return keysOf(base).filter((field) => String(base[field]) !== String(given[field]));
  }

  /** Returns my form, with the fields that were only changed elsewhere taken from theirs. */
  function withUntouched({ base, mine, theirs }: Sides): StoryValues {
    const touched = differentFields(mine, base);
    const untouched = keysOf(base).filter((field) => !touched.includes(field));
    return { ...mine, ...Object.fromEntries(untouched.map((field) => [field, theirs[field]])) };
  }

  /** The fields in need of approval in which two versions differ. */
  const differentTexts = (a: Texts, b: Texts) =>
    publishedNames(fields).filter((field) => String(a[field]) !== String(b[field]));

  /** The settings of modes as form values. */
  const settingValues = (given: { readonly [Name in SettingName]?: string | number | null }) =>
    byName<SettingValues>(settings, (name) => String(given[name] ?? ''));

  return {
    settings,
    settingValues,
    parsed,
    tidied,
    differentFields,
    withUntouched,
    differentTexts,

    valuesOf(draft: StoryDraft): StoryValues {
      return {
        mode: draft.mode,
        ...byName<FieldValues>(keysOf(fields), (name) => typed(name, draft[name])),
        ...settingValues(settingsIn(models, draft)),
      };
    },

    /** The values of these fields in a new story. */
    initialValues: <F extends StoryFieldName>(names: readonly F[], model: ModeModel, language: Language) =>
      byName<FieldValues<F>>(names, (name) => typed(name, fieldOf(fields, name).initial({ model, language }))),

    differs: (values: StoryValues, base: StoryValues): boolean => differentFields(values, base).length > 0,

    /**
     * Merges two forms with the common base `base`. If both changed the same rule, mine wins. Null if both changed the
     * same text to different values; the author then chooses.
     */
    mergeValues(base: StoryValues, mine: StoryValues, theirs: StoryValues): StoryValues | null {
      const merged = withUntouched({ base, mine, theirs });
      const isClash = differentTexts(theirs, base).some((text) => differentTexts(theirs, merged).includes(text));
      return isClash ? null : merged;
    },
  };
}
