import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What readers may see is decided in one place: the columns `is_public`, `is_listed` and `is_readable` in queries
 * (migration 0019), and `isPublicStory`, `canSee` and `isPublicChapter` in the models. This check finds code that
 * decides it by a status instead. Web code is not checked, because it shows the status in a response.
 */
const TESTS = [
  // Status of a story, in SQL, in the query builder, and in TypeScript.
  /status\s*(=|<>)\s*'(published|banned)'/,
  /'(\w+\.)?status', '(=|<>|!=)', '(published|banned)'/,
  /[sS]tatus\s*[!=]==\s*'(published|banned)'/,
  /status\s+(not\s+)?in\s*\('published'/,
  // Status of a chapter. Translations and entries of a competition have states of the same names.
  /in'?,?\s*[([]('pending', )?'approved', 'hidden'/,
  /\b(c|ch|n|l|up|chapters)\.status\s*(=|<>)\s*'approved'/,
  /'(c|ch|pc|chapters)\.status', '(=|!=)', 'approved'/,
  /listed_at(', 'is not'| is not null)/,
];

/** Files that may test the status, and why. */
const MAY_ASK: Record<string, string> = {
  'src/features/stories/model/story-policy.ts': 'defines the rule, and which edits can be submitted',
  'src/features/stories/model/story-status.ts': 'defines the states',
  'src/features/stories/server/stories.service.ts':
    'submits the edit of a published story to another review than a draft',
  'src/features/stories/server/story-review.ts': 'finds the pending review, by its state',
  'src/features/chapters/model/chapter-policy.ts': 'a banned story can’t be changed',
  'src/features/contest/server/contest-mode.ts': 'a first chapter in review keeps its place, too',
  'src/features/branch/server/reservations.repo.ts': 'a chapter in review keeps its continuation, too',
  'src/features/discovery/server/search-index.repo.ts': 'a banned story stays in the index, because it may be restored',
};

/** Returns a message for each place that tests a status instead of the columns or functions above. */
export function findPastTheGate(root: string): string[] {
  const paths = globSync('src/{features/*/{model,server},server}/**/*.ts', { cwd: root }).filter(
    // Members can be banned, too.
    (path) => !/\.(test|test-kit)\.ts$|features\/accounts\//.test(path),
  );
  const asked = new Set<string>();
  const found = paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => {
        if (/^\s*(\*|\/\/|\/\*)/.test(line) || !TESTS.some((test) => test.test(line))) return [];
        asked.add(path);
        return path in MAY_ASK ? [] : [`${path}:${i + 1} decides by status what is public: ${line.trim()}`];
      }),
  );
  const idle = Object.keys(MAY_ASK).filter((path) => !asked.has(path));
  return [...found, ...idle.map((path) => `${path} no longer tests a status: remove it from scripts/gate.ts`)];
}
