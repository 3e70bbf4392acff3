import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What readers may see is decided in one place: the columns `is_public`, `is_listed` and `is_readable` in queries
 * (migration 0019), `isPublicStory`, `canSee` and `isPublicChapter` in the models. Here are found the places that decide
 * it by a status instead. Interfaces are not looked at: they show the status that an answer names.
 */
const TESTS = [
  // Of a story: in SQL, in the query builder, in TypeScript.
  /status\s*(=|<>)\s*'(published|banned)'/,
  /'(\w+\.)?status', '(=|<>|!=)', '(published|banned)'/,
  /[sS]tatus\s*[!=]==\s*'(published|banned)'/,
  /status\s+(not\s+)?in\s*\('published'/,
  // Of a chapter. Translations and entries of a competition have states of the same names, which are their own.
  /in'?,?\s*[([]('pending', )?'approved', 'hidden'/,
  /\b(c|ch|n|l|up|chapters)\.status\s*(=|<>)\s*'approved'/,
  /'(c|ch|pc|chapters)\.status', '(=|!=)', 'approved'/,
  /listed_at(', 'is not'| is not null)/,
];

/** Files that may ask for the status, and what for. */
const MAY_ASK: Record<string, string> = {
  'src/features/stories/model/story-policy.ts': 'holds the rule, and which edit can be sent',
  'src/features/stories/model/story-status.ts': 'holds the states',
  'src/features/stories/server/stories.service.ts':
    'sends the edit of a published story to another review than a draft',
  'src/features/stories/server/story-review.ts': 'finds the review that runs, by its state',
  'src/features/chapters/model/chapter-policy.ts': 'a banned story can be changed by nobody',
  'src/features/contest/server/contest-mode.ts': 'a first chapter under review holds its place as well',
  'src/features/branch/server/reservations.repo.ts': 'a chapter under review holds its way as well',
  'src/features/discovery/server/search-index.job.ts': 'a banned story stays in the index, since it may come back',
};

/** Returns a sentence for each place that tests a status instead of asking the gate. */
export function findPastTheGate(root: string): string[] {
  const paths = globSync('src/{features/*/{model,server},server}/**/*.ts', { cwd: root }).filter(
    // Members are banned as well as stories.
    (path) => !/\.(test|test-kit)\.ts$|features\/accounts\//.test(path),
  );
  const asked = new Set<string>();
  const found = paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => {
        if (/^\s*(\*|\/\/|\/\*)/.test(line) || !TESTS.some((test) => test.test(line))) return [];
        asked.add(path);
        return path in MAY_ASK ? [] : [`${path}:${i + 1} decides by a status what is public: ${line.trim()}`];
      }),
  );
  const idle = Object.keys(MAY_ASK).filter((path) => !asked.has(path));
  return [...found, ...idle.map((path) => `${path} asks for no status any more: take it out of scripts/gate.ts`)];
}
