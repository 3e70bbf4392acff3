import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const LOCALES = join(import.meta.dirname, '../../locales');
/** Those of mails and of the check of translations, which no page shows. */
const OFF_PAGES = new Set(['mail.json', 'messages.json']);
const LANGUAGE = /^virtual:language\/([a-z]{2})$/;

/** What pages in one language begin with, and where its other parts are. */
async function languageModule(language: string): Promise<string> {
  const files = (await readdir(join(LOCALES, language))).filter((name) => name.endsWith('.json'));
  const parts = files.filter((name) => name !== 'common.json' && !OFF_PAGES.has(name));
  return [
    `export { default as common } from '/locales/${language}/common.json';`,
    'export const parts = {',
    ...parts.map((name) => `  ${name.slice(0, -'.json'.length)}: () => import('/locales/${language}/${name}'),`),
    '};',
  ].join('\n');
}

/**
 * Messages are compiled from ICU when the site is built, so that no parser reaches the browser. Each language is a
 * module of its own: the names of the files of all would be a kilobyte on every page.
 */
export function catalogs(): Plugin {
  return {
    name: 'skein-catalogs',
    enforce: 'pre',
    resolveId: (id) => (LANGUAGE.test(id) ? `\0${id}` : null),
    load: (id) =>
      id.startsWith('\0') && LANGUAGE.test(id.slice(1)) ? languageModule(LANGUAGE.exec(id.slice(1))![1]!) : null,
    transform(code, id) {
      if (!/\/locales\/[a-z]{2}\/[\w-]+\.json$/.test(id)) return null;
      const messages = Object.entries(JSON.parse(code) as Record<string, string>);
      const compiled = Object.fromEntries(messages.map(([key, text]) => [key, compileMessageOrThrow(text)]));
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`,
        map: null,
        moduleType: 'js',
      };
    },
  };
}
