import * as z from 'zod/mini';
import { issueCode } from '#core/fields.ts';
import type { ModeModels } from './mode-model.ts';
import { type ModeSettingViews, ownRules, type SettingName, type SettingRule } from './mode-settings.ts';

/** Builds the schema of a setting. */
export function settingField(rule: SettingRule): z.ZodMiniType<number> {
  if ('oneOf' in rule) return z.literal([...rule.oneOf], { error: 'invalid' });
  const { min, max, issue } = rule;
  return z
    .int({ error: 'units_whole_number' })
    .check(z.refine((value) => value >= min && value <= max, { error: issueCode(issue.code, issue.params) }));
}

type Inputs = { [Name in SettingName]: z.ZodMiniOptional<z.ZodMiniType<number>> };
type Views = { [Field in keyof ModeSettingViews]: z.ZodMiniType<ModeSettingViews[Field]> };

/** The settings of all modes as fields of the call that changes them. */
export function settingInputs(models: ModeModels): Inputs {
  const fields = Object.values(models).flatMap(({ settings }) => ownRules(settings.own));
  return Object.assign({}, ...fields.map(([name, rule]) => ({ [name]: z.optional(settingField(rule)) })));
}

/** The settings of all modes as fields of views of a story. Null in other modes. See `viewSettings`. */
export function settingViews(models: ModeModels): Views {
  const views = Object.values(models).map(({ settings: { own } }) => {
    const { viewedAs } = own;
    const numbers = (schema: z.ZodMiniType) =>
      Object.fromEntries(ownRules(own).map(([name]) => [name, schema] as const));
    if (viewedAs === null) return numbers(z.nullable(z.int()));
    return { [viewedAs]: z.nullable(z.strictObject(numbers(z.int()))) };
  });
  return Object.assign({}, ...views);
}
