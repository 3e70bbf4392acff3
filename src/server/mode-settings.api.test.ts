import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MODES } from '#features/modes.ts';
import { defaultSettings, ownRules, type SettingRule } from '#features/stories/model/mode-settings.ts';
import { settingField } from '#features/stories/model/setting-fields.ts';
import { settingNames } from '#features/stories/model/setting-views.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const app = setUpTestApp();

/** Whether the CHECK of the database allows these settings for a story of the mode. */
const isAllowed = (mode: string, settings: unknown) => isAllowedText(mode, JSON.stringify(settings));

async function isAllowedText(mode: string, settings: string): Promise<boolean> {
  const { rows: checks } = await sql<{ condition: string }>`select pg_get_expr(conbin, conrelid) as condition
    from pg_constraint where conname = 'stories_mode_settings'`.execute(app.database.db);
  const { rows } = await sql<{ allowed: boolean | null }>`select ${sql.raw(checks[0]!.condition)} as allowed
    from (select ${mode}::text as mode, ${settings}::jsonb as mode_settings) s`.execute(app.database.db);
  // Like a CHECK, which only refuses false.
  return rows[0]!.allowed !== false;
}

/** Values at and next to the limits of a rule, and values of other types. */
function triedValues(rule: SettingRule): unknown[] {
  const limits = 'oneOf' in rule ? rule.oneOf : [rule.min, rule.max];
  const numbers = limits.flatMap((limit) => [limit - 1, limit, limit + 1, limit + 0.5]);
  return [...numbers, rule.default, -1, 0, 1e9, String(rule.default), true, null, [], {}, [rule.default]];
}

describe.each(Object.values(MODES))('the settings of a $id', ({ id, settings: { own } }) => {
  it.each(ownRules(own))('%s have the same bounds in the database', async (name, rule) => {
    const field = settingField(rule);
    for (const value of triedValues(rule)) {
      const isValid = field.safeParse(value).success;
      expect([value, await isAllowed(id, { [name]: value })]).toEqual([value, isValid]);
    }
  });

  it.each(ownRules(own))('%s have no fraction, not even of zero', async (name, rule) => {
    expect(await isAllowedText(id, `{"${name}": ${rule.default}}`)).toBe(true);
    expect(await isAllowedText(id, `{"${name}": ${rule.default}.0}`)).toBe(false);
  });

  it('can be missing, and are no others', async () => {
    expect(await isAllowed(id, {})).toBe(true);
    expect(await isAllowed(id, defaultSettings(own))).toBe(true);
    expect(await isAllowed(id, { ...defaultSettings(own), other: 1 })).toBe(false);
    expect(await isAllowed(id, [])).toBe(false);
    const known = ownRules(own).map(([name]) => name);
    for (const name of settingNames(MODES).filter((other) => !known.includes(other)))
      expect(await isAllowed(id, { [name]: 3 })).toBe(false);
  });
});
