import type * as z from 'zod/mini';
import { fieldError } from '#core/errors.ts';
import { byName, keysOf } from '#core/records.ts';
import type { Row } from '#platform/db/rows.ts';
import type { ColumnChanges } from '#platform/db/status-log.ts';
import type { ModeModel } from '../model/mode-model.ts';
import type { NewStory } from '../model/story-field.ts';
import {
  fieldOf,
  isPublished,
  type OwnStoryFieldName,
  publishedNames,
  type RuleName,
  ruleNames,
  type ShownFieldName,
  type StoryFieldName,
  type StoryFields,
  shownNames,
  storyFields,
} from '../model/story-field-list.ts';

/** Where the values of the fields are stored. */

type StoryRow = Row<'stories'>;
type DraftRow = Row<'story_drafts'>;

/** A field whose values fit into its column, and which has one in the draft too if it needs it. */
type Stored<F extends StoryFieldName> = StoryFields[F] extends { readonly column: infer C extends keyof StoryRow }
  ? [z.output<StoryFields[F]['schema']>] extends [StoryRow[C]]
    ? StoryFields[F] extends { readonly applies: 'with_approval' }
      ? C extends keyof DraftRow
        ? StoryFields[F]
        : never
      : StoryFields[F]
    : never
  : never;

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** The fields of stories. The migration of each feature adds the columns of its own. */
    readonly storyFields: { readonly [F in StoryFieldName]: Stored<F> };
  }
}

/** Changes of columns. The settings of modes are a column of their own. */
type RuleChanges = Omit<ColumnChanges<'stories'>, 'mode_settings'>;

/** What a save can change. */
export type GivenFields<F extends StoryFieldName = StoryFieldName> = {
  [Name in F]?: z.output<StoryFields[Name]['schema']> | undefined;
};

type OwnRuleName = Extract<RuleName & ShownFieldName, OwnStoryFieldName>;

/** The rules that code knows by name. Those of later features are in the row. */
export type Rules = { [F in OwnRuleName]: StoryRow[(typeof storyFields)[F]['column']] };

const OWN_RULES = keysOf(storyFields).filter(
  (name): name is OwnRuleName => storyFields[name].applies === 'at_once' && storyFields[name].view !== null,
);

type RuleColumn = (typeof storyFields)[OwnRuleName]['column'];

/** Their columns, of a story `s`. */
export const RULE_COLUMNS = OWN_RULES.map((name) => `s.${storyFields[name].column}` as const);

export function readRules(row: Pick<StoryRow, RuleColumn>): Rules {
  return byName<Rules>(OWN_RULES, (name) => row[storyFields[name].column]);
}

/** The values of the fields as views have them. */
export type ShownFields = { [F in ShownFieldName]: z.output<NonNullable<StoryFields[F]['view']>> };

/** Returns the values of a story. `texts` has those that are published with approval. */
export function shownFields(fields: StoryFields, story: StoryRow, texts: StoryRow | DraftRow): ShownFields {
  return byName<ShownFields>(shownNames(fields), (name) =>
    valueIn(isPublished(fields, name) ? texts : story, fieldOf(fields, name).column),
  );
}

/** The registry has only columns that exist. */
const valueIn = (row: StoryRow | DraftRow, column: string): unknown => Reflect.get(row, column);

/** Returns the columns of the given fields. */
function columnsOf(fields: StoryFields, names: readonly StoryFieldName[], read: (name: StoryFieldName) => unknown) {
  return Object.fromEntries(
    names.map((name) => [fieldOf(fields, name).column, read(name)]).filter(([, value]) => value !== undefined),
  );
}

/** Returns what a save changes in `stories`. */
export function ruleColumns(fields: StoryFields, given: GivenFields): RuleChanges {
  return columnsOf(fields, ruleNames(fields), (name) => given[name]);
}

/** Returns what a save changes in `story_drafts`. */
export function draftColumns(fields: StoryFields, given: GivenFields): Partial<DraftRow> {
  return columnsOf(fields, publishedNames(fields), (name) => given[name]);
}

/** Returns the columns of a new story and of its draft. The database has defaults for fields without a value. */
export function initialColumns(
  fields: StoryFields,
  start: NewStory,
): { rules: Partial<StoryRow>; texts: Partial<DraftRow> } {
  const initial = (name: StoryFieldName) => fieldOf(fields, name).initial(start) ?? undefined;
  return {
    rules: columnsOf(fields, ruleNames(fields), initial),
    texts: columnsOf(fields, publishedNames(fields), initial),
  };
}

/** Returns the names of the columns that are published with approval. `stories` and `story_drafts` have them. */
export function publishedColumnNames(fields: StoryFields): string[] {
  return publishedNames(fields).map((name) => fieldOf(fields, name).column);
}

/** Returns the columns of a draft that are published with approval. */
export function publishedColumns(fields: StoryFields, draft: DraftRow): RuleChanges {
  return columnsOf(fields, publishedNames(fields), (name) => valueIn(draft, fieldOf(fields, name).column));
}

/** Returns the texts that a submission is judged by. */
export function reviewedTexts(fields: StoryFields, draft: DraftRow): { field: string; text: string }[] {
  return publishedNames(fields)
    .filter((name) => fieldOf(fields, name).isReviewed)
    .map((field) => ({ field, text: String(valueIn(draft, fieldOf(fields, field).column)) }));
}

/** Checks that stories of the mode have the given fields. */
export function checkMode(fields: StoryFields, model: ModeModel, given: GivenFields): void {
  for (const name of ruleNames(fields)) {
    const { isOf } = fieldOf(fields, name);
    if (given[name] !== undefined && isOf && !isOf(model)) throw fieldError(name, 'not_in_this_mode');
  }
}
