import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Machine, matrix } from '#core/machine.ts';
import { accountMachine } from '#features/accounts/model/account-status.ts';
import { chapterMachine } from '#features/chapters/model/chapter-status.ts';
import { reviewMachine } from '#features/moderation/model/review-status.ts';
import { requestMachine } from '#features/participation/model/request-status.ts';
import { editMachine, storyMachine } from '#features/stories/model/story-status.ts';
import { settingsTable } from '#server/config.ts';
import { routes } from '#server/features.ts';
import { CHECKS } from './drill/checks.ts';
import { type Result, resultTable, summary } from './drill/table.ts';

// Writes the parts of the documentation that are generated from the code. `--check` fails if one is out of date.
const ROOT = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

async function put(path: string, text: string): Promise<void> {
  const file = join(ROOT, path);
  const now = await readFile(file, 'utf8').catch(() => '');
  if (now === text) return;
  stale.push(path);
  if (isCheck) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function states(title: string, m: Machine<string, string>): string {
  const arrows = matrix(m).flatMap(([from, action, to]) => (to === null ? [] : [`  ${from} --> ${to}: ${action}`]));
  return `## ${title}\n\n\`\`\`mermaid\nstateDiagram-v2\n${arrows.join('\n')}\n\`\`\`\n`;
}

const machines: [string, Machine<string, string>][] = [
  ['Account', accountMachine],
  ['Story', storyMachine],
  ['Edit of a published story or chapter', editMachine],
  ['Chapter', chapterMachine],
  ['Review', reviewMachine],
  ['Invitation or application', requestMachine],
];
await put(
  'docs/generated/states.md',
  `# Status machines\n\nMade from the tables in \`model/\` by \`npm run docs\`. Every pair that is not drawn is refused with 409 and changes nothing.\n\n${machines.map(([title, m]) => states(title, m)).join('\n')}`,
);

const rows = routes
  .map(({ endpoint }) => endpoint)
  .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  .map(
    ({ method, path, access, summary, errors }) =>
      `| \`${method} ${path}\` | ${access} | ${summary} | ${errors.map((code) => `\`${code}\``).join(' ')} |`,
  );
await put(
  'docs/generated/api.md',
  `# The API\n\nMade from the contracts by \`npm run docs\`; \`/api/openapi.json\` of a running site has the schemas. Any call may also answer the common errors of \`src/core/errors.ts\`.\n\n| Call | Access | What it does | Errors |\n|---|---|---|---|\n${rows.join('\n')}\n`,
);

const measured = JSON.parse(await readFile(join(ROOT, 'scripts/drill/measured.json'), 'utf8')) as Result[];
const results = new Map(measured.map((result) => [result.id, result]));
await put(
  'docs/generated/drill.md',
  `# The checks of the drill\n\nMade from \`scripts/drill\` by \`npm run docs\`; measured by \`npm run drill -- --keep\` (see [drill.md](../drill.md)). “3 → 20” means 3 times in \`npm test\`, and 20 times in the drill.\n\n${resultTable(CHECKS, results)}\n\n${summary(CHECKS, results)}.\n`,
);

const settings = settingsTable().map(
  ([name, standard, says]) => `| \`${name}\` | ${standard ? `\`${standard}\`` : ''} | ${says} |`,
);
const readme = await readFile(join(ROOT, 'README.md'), 'utf8').catch(() => '');
const [begin, end] = ['<!-- settings -->', '<!-- /settings -->'];
if (readme.includes(begin)) {
  const table = `${begin}\n\n| Setting | Default | What it is |\n|---|---|---|\n${settings.join('\n')}\n\n${end}`;
  await put(
    'README.md',
    readme.replace(new RegExp(`${begin}[^]*${end}`), () => table),
  );
}

/** Returns names of files and journeys in the documents, in backticks or links, that don’t exist. */
async function namedInVain(): Promise<string[]> {
  const files = await Array.fromAsync(
    glob(['{src,e2e,scripts,bench,fixtures,locales,migrations,docs,deploy}/**/*.*', '*.json'], { cwd: ROOT }),
  );
  const documents = ['README.md', 'CONTRIBUTING.md', ...files.filter((file) => /^docs\/[^/]*\.md$/.test(file))];
  const missing: string[] = [];
  for (const document of documents) {
    const text = await readFile(join(ROOT, document), 'utf8');
    for (const [, name] of text.matchAll(/`([\w./-]+\.(?:tsx?|sql|css|json))`/g))
      if (!/^\/|NNNN|^NAME\./.test(name!) && !files.some((file) => `/${file}`.endsWith(`/${name}`)))
        missing.push(`${document}: ${name}`);
    for (const [line] of text.matchAll(/journeys? (?:`[\w-]+`(?:, )?)+/g))
      for (const [, name] of line.matchAll(/`([\w-]+)`/g))
        if (!files.includes(`e2e/journeys/${name}.spec.ts`)) missing.push(`${document}: journey ${name}`);
    for (const [, name] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      if (!existsSync(join(ROOT, dirname(document), name!))) missing.push(`${document}: ${name}`);
  }
  return missing;
}

const missing = await namedInVain();
if (missing.length > 0) {
  console.error(`Documents refer to missing files:\n${missing.join('\n')}`);
  process.exitCode = 1;
}
if (isCheck && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run docs\`.`);
  process.exit(1);
}
