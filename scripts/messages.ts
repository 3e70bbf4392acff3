import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES } from '#core/languages.ts';
import { FEATURES } from '#features/list.ts';
import { compileCatalog } from '#platform/i18n/catalogs.ts';
import { wordingProblems } from './wording.ts';

// Generates the types of all messages from the English files. Checks the English wording, and that the seven other
// languages have the same files, keys, placeholders and tags, the plural forms that they need, and no unused key.
// A file is a part that browsers can load, or has the errors (`NAME.errors.json`) or the texts for the server only
// (`NAME.server.json`) of a feature.
// With `--check` it writes nothing, and fails if there is a problem.
const ROOT = join(import.meta.dirname, '..');
const LOCALES = join(ROOT, 'locales');
const TYPES = join(LOCALES, 'messages.d.ts');
const MAX_WIDTH = 120;
const isCheck = process.argv.includes('--check');
const problems: string[] = [];

/** Placeholders that are counts, and the texts whose callers have formatted them. */
const COUNTS = /^(count|min|max|most|missing|over|done|read|total|places)$/;
const WRITTEN = new Set(['statistics.of_begun', 'offline.here', 'reader.chapter_of', 'resume.read_of']);

type Params = Map<string, 'text' | 'number'>;

function paramsOf(message: CompiledMessage, found: Params = new Map()): Params {
  for (const token of message) {
    if (typeof token === 'string') continue;
    const [name, type, format] = token;
    if (name === '#') continue;
    const isNumber = type === 'plural' || type === 'selectordinal' || type === 'number';
    if (isNumber || !found.has(name)) found.set(name, isNumber ? 'number' : 'text');
    if (format && typeof format === 'object') {
      for (const branch of Object.values(format)) if (Array.isArray(branch)) paramsOf(branch as CompiledMessage, found);
    }
  }
  return found;
}

function pluralsOf(message: CompiledMessage): string[][] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [, type, format] = token;
    return type === 'plural' && format && typeof format === 'object' ? [Object.keys(format)] : [];
  });
}

const tagsOf = (text: string) =>
  [...text.matchAll(/<\/?([a-z]+)[^>]*>/g)]
    .map((match) => match[0])
    .sort()
    .join(' ');

function read(language: string): Map<string, Map<string, string>> {
  const folder = join(LOCALES, language);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    files.map((file) => [file, new Map(Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8'))))]),
  );
}

/** The line about a message, broken as the formatter would. */
function declarationOf(key: string, params: Params): string {
  if (params.size === 0) return `    '${key}': null;`;
  const fields = [...params]
    .sort()
    .map(([name, type]) => `${name}: ${type === 'number' ? 'number' : 'string | number'}`);
  const line = `    '${key}': { ${fields.join('; ')} };`;
  return line.length <= MAX_WIDTH
    ? line
    : `    '${key}': {\n${fields.map((field) => `      ${field};\n`).join('')}    };`;
}

/** Returns the texts of a page: all strings in it but the ids of its parts. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'id' ? [] : textsIn(inner)));
}

const english = read('en');
const types: string[] = [];
const keys = new Map<string, string>();
for (const [file, messages] of english) {
  const [, name, side] = /^([\w-]+)\.(errors|server)\.json$/.exec(file) ?? [];
  if (side === undefined ? !/^\w+\.json$/.test(file) : !FEATURES.some((feature) => feature.name === name))
    problems.push(`en/${file}: a file is PART.json, or NAME.errors.json or NAME.server.json of a feature`);
  const catalog = compileCatalog(Object.fromEntries(messages));
  for (const [key, text] of messages) {
    if (keys.has(key)) problems.push(`en/${file}: ${key} stands in another file too`);
    keys.set(key, text);
    problems.push(...wordingProblems(text).map((problem) => `en/${file}: ${key}: ${problem}`));
    const isError = /^(error|field)\./.test(key);
    if (isError !== /(^|\.)errors\.json$/.test(file)) problems.push(`en/${file}: ${key} does not belong here`);
    if (/^(notice|need|message|mail)\./.test(key) && side !== 'server')
      problems.push(`en/${file}: ${key} is for the server only`);
    const params = paramsOf(catalog[key]!);
    const plain = [...params].filter(([name, type]) => type === 'text' && COUNTS.test(name)).map(([name]) => name);
    if (plain.length > 0 && !WRITTEN.has(key))
      problems.push(`en/${file}: ${key}: {${plain[0]}} has no format, so 20000 would stand beside 4,000`);
    types.push(declarationOf(key, params));
  }
}
for (const file of readdirSync(join(LOCALES, 'en/pages')))
  for (const text of textsIn(JSON.parse(readFileSync(join(LOCALES, 'en/pages', file), 'utf8'))))
    problems.push(...wordingProblems(text).map((problem) => `en/pages/${file}: ${problem} in “${text}”`));
for (const file of readdirSync(join(LOCALES, 'fr/pages')))
  for (const text of textsIn(JSON.parse(readFileSync(join(LOCALES, 'fr/pages', file), 'utf8'))))
    problems.push(...spacingProblems(text).map((problem) => `fr/pages/${file}: ${problem} in “${text}”`));
for (const language of LANGUAGES.filter((code) => code !== 'en')) {
  const files = read(language);
  const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [file, messages] of english) {
    const translated = files.get(file);
    if (!translated) {
      problems.push(`${language}/${file} is missing`);
      continue;
    }
    for (const key of translated.keys())
      if (!messages.has(key)) problems.push(`${language}/${file}: ${key} is not in English`);
    for (const [key, text] of messages) {
      const other = translated.get(key);
      if (other === undefined) problems.push(`${language}/${file}: ${key} is missing`);
      else problems.push(...compare(`${language}/${file}: ${key}`, key, text, other, rules));
    }
  }
  for (const file of files.keys()) if (!english.has(file)) problems.push(`${language}/${file} is not in English`);
}

/** French punctuation has a space before it, at which a line must not break. */
function spacingProblems(french: string): string[] {
  return / [:;?!»]|« /.test(french) ? ['a plain space beside punctuation, where lines can break; use U+202F'] : [];
}

function compare(where: string, key: string, text: string, other: string, rules: string[]): string[] {
  try {
    const [source, target] = [compileCatalog({ [key]: text })[key]!, compileCatalog({ [key]: other })[key]!];
    const found: string[] = [];
    const names = (message: CompiledMessage) => [...paramsOf(message).keys()].sort().join(' ');
    const kinds = paramsOf(target);
    for (const [name, kind] of paramsOf(source))
      if (kind === 'number' && kinds.get(name) === 'text') found.push(`${where}: {${name}} is a number in English`);
    if (names(source) !== names(target))
      found.push(`${where}: placeholders “${names(target)}” instead of “${names(source)}”`);
    if (tagsOf(text) !== tagsOf(other)) found.push(`${where}: tags “${tagsOf(other)}” instead of “${tagsOf(text)}”`);
    for (const forms of pluralsOf(target)) {
      // `many` of the Romance languages is only for millions; `other` reads well there.
      const missing = rules.filter((rule) => rule !== 'many' && !forms.includes(rule));
      if (missing.length > 0) found.push(`${where}: plural form ${missing.join(', ')} is missing`);
    }
    if (other.trim() === '') found.push(`${where} is empty`);
    if (other.includes("'")) found.push(`${where}: a straight apostrophe; use ’`);
    if (where.startsWith('fr/')) found.push(...spacingProblems(other).map((problem) => `${where}: ${problem}`));
    return found;
  } catch (error) {
    return [`${where}: ${error instanceof Error ? error.message : error}`];
  }
}

/** Keys that are put together at run time, by their beginning; the lists that they come from are checked by tests. */
const COMPUTED = [
  'error.',
  'field.',
  'mail.',
  'mail_kind.',
  'message.',
  'notice.',
  'need.',
  'category.',
  'mode.',
  'home.way_',
  'finding.',
  'doctor.',
  'administration.problem_',
  'administration.level_',
  'rule.',
  'law.',
  'decision.',
  'blocker.',
  'log.',
  'check.',
  'status.',
  'sort.',
  'feedback.type.',
  'inbox.type.',
  'export.folder.',
  'progress.',
];

function sources(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
const code = sources('src');
for (const key of keys.keys()) {
  if (!COMPUTED.some((start) => key.startsWith(start)) && !code.includes(`'${key}'`) && !code.includes(`"${key}"`)) {
    problems.push(`${key} is used nowhere`);
  }
}

const parts = [...english.keys()].flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []);
const declaration = `// Made from locales/en by \`npm run messages\`; never edited by hand.
import '#core/messages.ts';

declare module '#core/messages.ts' {
  interface Messages {
${types.join('\n')}
  }
  interface Parts {
${parts.map((part) => `    ${part}: true;`).join('\n')}
  }
}
`;
if (isCheck) {
  if (readFileSync(TYPES, 'utf8') !== declaration)
    problems.push('locales/messages.d.ts is out of date: run `npm run messages`');
} else writeFileSync(TYPES, declaration);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} problems in the translations`);
  if (isCheck) process.exit(1);
}
