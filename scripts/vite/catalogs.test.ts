import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildForBrowsers } from './browser-build.test-kit.ts';
import { catalogs } from './catalogs.ts';

const TEXTS = join(import.meta.dirname, '../../locales/en/errors.json');

async function keysFor(script: string): Promise<string[]> {
  const page = 'src/site/start.tsx';
  const code = `import errors from ${JSON.stringify(TEXTS)}; ${script}; console.log(errors);`;
  const [chunk] = await buildForBrowsers({ [page]: code }, [page], [catalogs()]);
  return Object.keys(JSON.parse(JSON.parse(/JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(chunk!.code)![1]!)));
}
const all: string[] = Object.keys(JSON.parse(readFileSync(TEXTS, 'utf8')));

it('sends browsers the messages that a script names, and no others', async () => {
  expect(await keysFor(`console.log('error.story_full', "field.too_long")`)).toEqual(
    all.filter((key) => ['error.story_full', 'field.too_long'].includes(key)),
  );
});

it('includes all keys that start like a key built at run time', async () => {
  expect(await keysFor(`window.find = (code) => \`field.\${code}\``)).toEqual(
    all.filter((key) => key.startsWith('field.')),
  );
});
