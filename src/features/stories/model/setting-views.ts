import type { ModeModels } from './mode-model.ts';
import {
  defaultSettings,
  type ModeSettingViews,
  ownRules,
  type SettingName,
  type StoredSettings,
} from './mode-settings.ts';
import type { WritingMode } from './writing-mode.ts';

/** Returns the names of the settings of all modes. */
export function settingNames(models: ModeModels): SettingName[] {
  return Object.values(models).flatMap(({ settings }) => ownRules(settings.own).map(([name]) => name));
}

/** Returns the settings that a view of a story shows. The inverse of `viewSettings`. */
export function settingsIn(models: ModeModels, views: ModeSettingViews): StoredSettings {
  const found = Object.values(models).flatMap(({ settings: { own } }) => {
    const values = new Map<string, unknown>(
      Object.entries((own.viewedAs === null ? views : views[own.viewedAs]) ?? {}),
    );
    return ownRules(own).flatMap(([name]) => {
      const value = values.get(name);
      return typeof value === 'number' ? [[name, value]] : [];
    });
  });
  return Object.fromEntries(found);
}

/** Returns the settings of a story as its views show them: those of its mode, and null for those of other modes. */
export function viewSettings(
  models: ModeModels,
  story: { readonly mode: WritingMode; readonly modeSettings: StoredSettings },
): ModeSettingViews {
  const views = Object.values(models).map(({ id, settings: { own } }) => {
    const values = { ...defaultSettings(own), ...story.modeSettings };
    const isIts = id === story.mode;
    if (own.viewedAs !== null) return { [own.viewedAs]: isIts ? values : null };
    return Object.fromEntries(ownRules(own).map(([name]) => [name, isIts ? values[name] : null]));
  });
  return Object.assign({}, ...views);
}
