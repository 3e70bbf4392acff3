import { type Config, describeSettings, readSettings } from '#platform/config.ts';
import { limitRules, settingRules } from './model.ts';

const declared = { limits: limitRules, settings: settingRules };

/** Reads the settings of the site. Throws `ConfigError` with one sentence for each invalid setting. */
export const readConfig = (env: Record<string, string | undefined>, cwd: string): Config =>
  readSettings(env, cwd, declared);

/** Returns the rows of the table of settings in the README: name, default, description. */
export const settingsTable = () => describeSettings(declared);
