import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keysOf } from '#core/records.ts';
import { STORY_FIELDS } from '#features/fields.ts';
import { MODES } from '#features/modes.ts';
import { COLUMNS } from '#platform/db/schema.ts';
import { storyCalls } from '../contract.ts';
import type { StoryField } from '../model/story-field.ts';
import { fieldOf, type StoryFields } from '../model/story-field-list.ts';
import {
  checkMode,
  draftColumns,
  initialColumns,
  publishedColumnNames,
  reviewedTexts,
  ruleColumns,
} from './story-columns.ts';

const laterFields = {
  pace: {
    column: 'pace',
    schema: z.int(),
    view: z.int(),
    applies: 'at_once',
    initial: () => 1,
    isOf: ({ isShared }) => isShared,
  },
  warning: {
    column: 'warning',
    schema: z.string(),
    view: z.string(),
    applies: 'with_approval',
    initial: () => '',
    isReviewed: true,
  },
} satisfies Record<string, StoryField>;
// A feature would declare their types, too.
const fields = { ...STORY_FIELDS, ...laterFields } as StoryFields;
const given = { pace: 3, warning: 'Ghosts', title: 'Salt', minUnits: 60 };

describe('fields that a later feature adds', () => {
  it('are part of the calls', () => {
    const { create, update } = storyCalls(fields);
    expect(z.safeParse(update.input, { storyId: '1', ...given }).success).toBe(true);
    expect(z.safeParse(update.input, { storyId: '1', pace: 'fast' }).success).toBe(false);
    expect(z.safeParse(create.input, { title: 'Salt', mode: 'solo', warning: 'Ghosts' }).success).toBe(true);
    expect(z.safeParse(create.input, { title: 'Salt', mode: 'solo', pace: 3 }).success).toBe(false);
    expect(z.safeParse(storyCalls(STORY_FIELDS).update.input, { storyId: '1', pace: 3 }).success).toBe(false);
  });

  it('are saved in the story, or in its draft until they are approved', () => {
    expect(ruleColumns(fields, given)).toEqual({ pace: 3, min_units: 60 });
    expect(draftColumns(fields, given)).toEqual({ warning: 'Ghosts', title: 'Salt' });
    expect(publishedColumnNames(fields)).toEqual(['title', 'description', 'categories', 'language', 'warning']);
  });

  it('have a first value', () => {
    const { rules, texts } = initialColumns(fields, { model: MODES.solo, language: 'en' });
    expect(rules).toMatchObject({ pace: 1, min_units: 100 });
    expect(texts).toMatchObject({ warning: '', language: 'en' });
    // A relay has a group. Other modes leave the column to the database.
    expect(rules).not.toHaveProperty('participant_limit');
    expect(initialColumns(fields, { model: MODES.relay, language: 'en' }).rules).toHaveProperty('participant_limit', 6);
  });

  it('are refused in modes that don’t have them', () => {
    expect(() => checkMode(fields, MODES.relay, given)).not.toThrow();
    expect(() => checkMode(fields, MODES.solo, given)).toThrow('invalid_input');
  });

  it('are shown to moderators if they say so', () => {
    const draft = { title: 'Salt', description: 'About salt.', warning: 'Ghosts', categories: ['drama'] };
    expect(reviewedTexts(fields, draft as never)).toEqual([
      { field: 'title', text: 'Salt' },
      { field: 'description', text: 'About salt.' },
      { field: 'warning', text: 'Ghosts' },
    ]);
  });
});

it('every field has a column of its own, also in the draft if it needs approval', () => {
  const all = keysOf(STORY_FIELDS).map((name) => fieldOf(STORY_FIELDS, name));
  expect(new Set(all.map(({ column }) => column)).size).toBe(all.length);
  for (const { column, applies } of all) {
    expect(COLUMNS.stories).toContain(column);
    if (applies === 'with_approval') expect(COLUMNS.story_drafts).toContain(column);
  }
});
