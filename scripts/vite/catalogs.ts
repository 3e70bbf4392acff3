import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin, Rolldown } from 'vite';
import { FIRST_PARTS } from '../../src/web/i18n/catalogs.ts';

const LOCALES = join(import.meta.dirname, '../../locales');
const SRC = join(import.meta.dirname, '../../src');
const LANGUAGE = /^virtual:language\/([a-z]{2})$/;
const TEXTS = /\/locales\/[a-z]{2}\/[\w-]+\.json$/;
/** The files of one part. The texts of a feature for the server only (`NAME.server.json`) are in none. */
const PART = /^([\w-]+)\.json$/;
const ERRORS = /^[\w-]+\.errors\.json$/;
/** Placeholder in a script for the messages of a module, until it is known which of them are used. */
const LATER = /"texts of ([^"]*\.json)"/g;
/** Strings that look like a key, and the start of keys that are built at run time, such as `field.${code}`. */
const KEY = /(["'`])([a-zA-Z_]+(?:\.\w+)+)\1/g;
const BEGINNING = /`([a-zA-Z_]+\.[\w.]*)\$\{/g;

/** Returns a module with the first parts in one language, and functions that load its other parts. */
async function languageModule(language: string): Promise<string> {
  const files = await readdir(join(LOCALES, language));
  const parts = files.flatMap((name) => PART.exec(name)?.[1] ?? []);
  return [
    ...FIRST_PARTS.map((part) => `import ${part} from '/locales/${language}/${part}.json';`),
    `export const first = { ${FIRST_PARTS.join()} };`,
    'export const later = {',
    ...parts
      .filter((part) => !FIRST_PARTS.some((first) => first === part))
      .map((part) => `  ${part}: () => import('/locales/${language}/${part}.json'),`),
    '};',
  ].join('\n');
}

/** Returns the files with the texts of a part: one, but for the errors one for each feature besides. */
async function filesOf(id: string): Promise<string[]> {
  if (basename(id) !== 'errors.json') return [id];
  const folder = dirname(id);
  const ofFeatures = (await readdir(folder)).filter((name) => ERRORS.test(name));
  return [id, ...ofFeatures.toSorted().map((name) => join(folder, name))];
}

/** Returns a function that says whether any of these scripts may use a key. */
function keysAskedFor(scripts: Iterable<string>): (key: string) => boolean {
  const keys = new Set<string>();
  const beginnings = new Set<string>();
  for (const code of scripts) {
    for (const [, , key] of code.matchAll(KEY)) keys.add(key!);
    for (const [, beginning] of code.matchAll(BEGINNING)) beginnings.add(beginning!);
  }
  return (key) => keys.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning));
}

/** Serializes messages as a string of JSON, which browsers parse faster than an object. */
const asString = (messages: readonly (readonly [string, CompiledMessage])[]) =>
  JSON.stringify(JSON.stringify(Object.fromEntries(messages)));

/** Returns the code of all our modules that browsers may load. */
function* modulesOf(chunks: Readonly<Record<string, Rolldown.RenderedChunk>>): Iterable<string> {
  for (const { modules } of Object.values(chunks))
    for (const [id, { code }] of Object.entries(modules)) if (id.startsWith(SRC) && code) yield code;
}

/**
 * Compiles messages from ICU at build time, so that browsers need no parser, and reduces them to those that scripts in
 * browsers use, because documents are rendered on the server. Each language is a module of its own: the file names of
 * all languages would take a kilobyte on every page.
 */
export function catalogs(): Plugin {
  const compiled = new Map<string, readonly (readonly [key: string, message: CompiledMessage])[]>();
  let isAskedFor: ((key: string) => boolean) | null = null;
  return {
    name: 'skein-catalogs',
    enforce: 'pre',
    resolveId: (id) => (LANGUAGE.test(id) ? `\0${id}` : null),
    load: (id) =>
      id.startsWith('\0') && LANGUAGE.test(id.slice(1)) ? languageModule(LANGUAGE.exec(id.slice(1))![1]!) : null,
    async transform(_code, id) {
      if (!TEXTS.test(id)) return null;
      const files = await filesOf(id);
      for (const file of files.slice(1)) this.addWatchFile(file);
      const contents = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      const texts = contents.flatMap((content) => Object.entries(JSON.parse(content) as Record<string, string>));
      // Similar texts of several features compress better side by side.
      if (files.length > 1) texts.sort(([a], [b]) => (a < b ? -1 : 1));
      const messages = texts.map(([key, text]) => [key, compileMessageOrThrow(text)] as const);
      compiled.set(id, messages);
      const isCut = this.environment.name === 'client' && this.environment.mode === 'build';
      const json = isCut ? `"texts of ${id}"` : asString(messages);
      return { code: `export default JSON.parse(${json})`, map: null, moduleType: 'js' };
    },
    renderChunk(code, { moduleIds }, _, { chunks }) {
      if (this.environment.name !== 'client' || !moduleIds.some((id) => TEXTS.test(id))) return null;
      isAskedFor ??= keysAskedFor(modulesOf(chunks));
      const cut = code.replace(LATER, (_all, id: string) =>
        asString(compiled.get(id)!.filter(([key]) => isAskedFor!(key))),
      );
      return { code: cut, map: null };
    },
  };
}
