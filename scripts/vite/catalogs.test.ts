import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildForBrowsers } from './browser-build.test-kit.ts';
import { catalogs } from './catalogs.ts';

const LOCALE = join(import.meta.dirname, '../../locales/en');
const TEXTS = join(LOCALE, 'errors.json');

async function keysFor(script: string): Promise<string[]> {
  const page = 'src/site/start.tsx';
  const code = `import errors from ${JSON.stringify(TEXTS)}; ${script}; console.log(errors);`;
  const [chunk] = await buildForBrowsers({ [page]: code }, [page], [catalogs()]);
  return Object.keys(JSON.parse(JSON.parse(/JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(chunk!.code)![1]!)));
}
const FILES = readdirSync(LOCALE).filter((name) => /^([\w-]+\.)?errors\.json$/.test(name));
const all = FILES.flatMap((name) => Object.keys(JSON.parse(readFileSync(join(LOCALE, name), 'utf8')))).toSorted();

it('sends browsers the messages that a script names, and no others', async () => {
  expect(await keysFor(`console.log('error.story_full', "field.too_long")`)).toEqual(
    all.filter((key) => ['error.story_full', 'field.too_long'].includes(key)),
  );
});

it('sends the errors of all features as one part', async () => {
  expect(FILES.length).toBeGreaterThan(5);
  const named = ['error.internal', 'error.round_judged', 'error.story_full'];
  expect(await keysFor(`console.log(${JSON.stringify(named)})`)).toEqual(named);
});

it('includes all keys that start like a key built at run time', async () => {
  expect(await keysFor(`window.find = (code) => \`field.\${code}\``)).toEqual(
    all.filter((key) => key.startsWith('field.')),
  );
});
