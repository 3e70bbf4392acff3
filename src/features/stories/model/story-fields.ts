import * as z from 'zod/mini';
import type { FieldIssue } from '#core/errors.ts';
import { issueCode, text } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { line, lines } from '#core/text-rules.ts';
import { CATEGORY_CODE, CATEGORY_NAME_MAX } from './categories.ts';
import { JOIN_POLICIES } from './join-policy.ts';
import {
  CATEGORIES_MAX,
  CATEGORIES_MIN,
  DESCRIPTION_MAX,
  TITLE_MAX,
  UNITS_CEILING,
  UNITS_FLOOR,
} from './story-limits.ts';
import { PROGRESSES } from './story-status.ts';

/**
 * Fields of a story in a draft. Maximum lengths are checked at every save; required fields only when the story is
 * submitted (product §4).
 */
export const draftTitle = text(line({ max: TITLE_MAX, tooLong: 'title_too_long' }));
export const draftDescription = text(lines({ max: DESCRIPTION_MAX, tooLong: 'description_too_long' }));
export const language = z.enum(LANGUAGES, { error: 'language_unknown' });
export const progress = z.enum(PROGRESSES, { error: 'invalid' });
/** Checks only the format of a code. The database knows which categories exist. */
export const categoryCode = z
  .string({ error: 'category_unknown' })
  .check(z.maxLength(CATEGORY_NAME_MAX, 'category_unknown'), z.regex(CATEGORY_CODE, 'category_unknown'));
export const draftCategories = z.array(categoryCode, { error: 'category_unknown' }).check(
  z.refine((list) => list.length <= CATEGORIES_MAX, {
    error: issueCode('categories_too_many', { max: CATEGORIES_MAX }),
  }),
  z.refine((list) => new Set(list).size === list.length, { error: 'category_twice' }),
);

/** The ranges differ by one, because the minimum must be less than the maximum. */
const units = (min: number, max: number) =>
  z
    .int({ error: 'units_whole_number' })
    .check(z.refine((value) => value >= min && value <= max, { error: issueCode('units_bounds', { min, max }) }));
export const minUnits = units(UNITS_FLOOR, UNITS_CEILING - 1);
export const maxUnits = units(UNITS_FLOOR + 1, UNITS_CEILING);
export const joinPolicy = z.enum(JOIN_POLICIES, { error: 'invalid' });
/** The bounds depend on the mode: see `participants_bounds`. */
export const participantLimit = z.int({ error: 'units_whole_number' }).check(z.gte(1), z.lte(1000));

interface Submittable {
  title: string;
  description: string;
  categories: readonly string[];
}

/** Returns what is still missing before a story can be submitted, by field. Empty if nothing is. */
export function missingFields(story: Submittable): Record<string, FieldIssue> {
  const missing: Record<string, FieldIssue> = {};
  if (story.title === '') missing.title = { code: 'title_empty' };
  if (story.description === '') missing.description = { code: 'description_empty' };
  if (story.categories.length < CATEGORIES_MIN) missing.categories = { code: 'categories_empty' };
  return missing;
}
