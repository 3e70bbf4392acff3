import * as z from 'zod/mini';
import { LANGUAGES } from '#core/languages.ts';
import { keysOf } from '#core/records.ts';
import { JOIN_POLICIES } from './join-policy.ts';
import type { StoryField } from './story-field.ts';
import * as schemas from './story-fields.ts';
import { PROGRESSES, type Progress } from './story-status.ts';

/** The fields that every story has, in the order of the form. */
export const storyFields = {
  title: {
    column: 'title',
    schema: schemas.draftTitle,
    view: z.string(),
    applies: 'with_approval',
    initial: () => '',
    isReviewed: true,
    label: 'story_editor.title',
  },
  description: {
    column: 'description',
    schema: schemas.draftDescription,
    view: z.string(),
    applies: 'with_approval',
    initial: () => '',
    isReviewed: true,
    label: 'story_editor.description',
  },
  categories: {
    column: 'categories',
    schema: schemas.draftCategories,
    view: z.array(schemas.categoryCode),
    applies: 'with_approval',
    initial: (): readonly string[] => [],
    label: 'story_editor.categories',
  },
  language: {
    column: 'language',
    schema: schemas.language,
    view: z.enum(LANGUAGES),
    applies: 'with_approval',
    initial: ({ language }) => language,
    label: 'story_editor.language',
  },
  progress: {
    column: 'progress',
    schema: schemas.progress,
    view: z.enum(PROGRESSES),
    applies: 'at_once',
    initial: (): Progress => 'ongoing',
    isOnHome: true,
  },
  joinPolicy: {
    column: 'join_policy',
    schema: schemas.joinPolicy,
    view: z.enum(JOIN_POLICIES),
    applies: 'at_once',
    initial: ({ model }) => model.settings.joinPolicy,
    isOf: ({ isShared }) => isShared,
    isOnHome: true,
  },
  /** Maximum number of writers, including the creator. Null if there is no limit, or if only the creator can write. */
  participantLimit: {
    column: 'participant_limit',
    schema: schemas.participantLimit,
    view: z.nullable(z.int()),
    applies: 'at_once',
    initial: ({ model }) => model.settings.participants?.default ?? null,
    isNumber: true,
    isOf: ({ settings }) => settings.participants !== null,
    isOnHome: true,
  },
  minUnits: {
    column: 'min_units',
    schema: schemas.minUnits,
    view: z.int(),
    applies: 'at_once',
    initial: ({ model }) => model.settings.units.min,
    isNumber: true,
  },
  maxUnits: {
    column: 'max_units',
    schema: schemas.maxUnits,
    view: z.int(),
    applies: 'at_once',
    initial: ({ model }) => model.settings.units.max,
    isNumber: true,
  },
} as const satisfies Record<string, StoryField>;

type OwnStoryFields = typeof storyFields;
export type OwnStoryFieldName = keyof OwnStoryFields;

/** All fields of stories. Later features add theirs by declaration merging, and to `src/features/fields.ts`. */
export interface StoryFields extends OwnStoryFields {}

export type StoryFieldName = keyof StoryFields;
type NamesThat<Has> = { [F in StoryFieldName]: StoryFields[F] extends Has ? F : never }[StoryFieldName];
/** Published when a moderator approves them. Kept in the draft until then. */
export type PublishedFieldName = NamesThat<{ readonly applies: 'with_approval' }>;
/** Apply as soon as they are saved. */
export type RuleName = NamesThat<{ readonly applies: 'at_once' }>;
/** The form has them as typed. */
export type NumberFieldName = NamesThat<{ readonly isNumber: true }>;
/** The views have them under their own names. */
export type ShownFieldName = NamesThat<{ readonly view: z.ZodMiniType }>;

/** A field without the types of its values. */
export const fieldOf = (fields: StoryFields, name: StoryFieldName): StoryField => fields[name];

export const isPublished = (fields: StoryFields, name: StoryFieldName): name is PublishedFieldName =>
  fieldOf(fields, name).applies === 'with_approval';

export const isNumber = (fields: StoryFields, name: StoryFieldName): name is NumberFieldName =>
  fieldOf(fields, name).isNumber === true;

/** Returns the names of the fields that are published with approval, in their order. */
export function publishedNames(fields: StoryFields): PublishedFieldName[] {
  return keysOf(fields).filter((name) => isPublished(fields, name));
}

/** Returns the names of the fields that apply as soon as they are saved, in their order. */
export function ruleNames(fields: StoryFields): RuleName[] {
  return keysOf(fields).filter((name): name is RuleName => !isPublished(fields, name));
}

/** Returns the names of the fields that the views have under their own names. */
export function shownNames(fields: StoryFields): ShownFieldName[] {
  return keysOf(fields).filter((name): name is ShownFieldName => fieldOf(fields, name).view !== null);
}
