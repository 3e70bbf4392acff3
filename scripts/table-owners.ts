import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder that owns each table. Only its `*.repo.ts` files write to it. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'features/accounts': [
    'account_roles',
    'accounts',
    'exports',
    'former_slugs',
    'mail_links',
    'security_log',
    'sessions',
  ],
  'features/branch': ['branch_spots'],
  'features/chapters': ['chapter_drafts', 'chapter_revisions', 'chapter_texts', 'chapters', 'text_fingerprints'],
  'features/contest': ['opened_entries', 'round_judges', 'rounds', 'submission_texts', 'submissions', 'votes'],
  'features/discovery': ['search_pending', 'search_texts', 'search_words'],
  'features/messages': ['messages'],
  'features/moderation': ['appeals', 'feedback', 'report_cases', 'reports', 'restrictions', 'reviews'],
  'features/pages': ['page_views'],
  'features/participation': ['participants', 'participation_requests'],
  'features/reader': [
    'chapter_days',
    'chapter_sums',
    'daily_readers',
    'daily_reads',
    'read_chapters',
    'reader_days',
    'reading_places',
    'story_days',
  ],
  'features/relay': ['relay_seats', 'relay_turns'],
  'features/stories': ['added_categories', 'category_suggestions', 'stories', 'story_drafts', 'story_stats'],
  'features/translation': ['reviewer_grants', 'translation_names', 'translation_texts', 'translations'],
  'platform/db': ['status_log'],
  'platform/http': ['idempotency_keys', 'rate_limits'],
  'platform/human-check': ['spent_challenges'],
  'platform/images': ['images'],
  'platform/jobs': ['worker_heartbeats'],
};

/** What a repo may import besides SQL: models and other repos. Notices, caches, jobs and permissions are the service’s. */
const OUTSIDE_SQL =
  /#platform\/(cache|jobs|mail|live|http)\/|#features\/messages\/server|#core\/decision\.ts|'\.\.\/(cache|jobs|mail|live|http)\/|invalidateCacheTags|\bnotify\w*/;

const ownerOf = new Map(Object.entries(OWNERS).flatMap(([folder, tables]) => tables.map((table) => [table, folder])));

/** Writes of the query builder, those in raw SQL, and moves of a status. */
const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\btable: '(\w+)',\s+column: /g,
];
/** Writes whose table a reader of the code can’t see. */
const HIDDEN = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!\s*')/g;

// Only comments that start a line: `/*` may also be part of a string.
const withoutComments = (source: string) =>
  source.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));

/** Tables of the generated schema that have no owner, and owned tables that it lacks. */
function unlisted(root: string): string[] {
  const schema = readFileSync(join(root, 'src/platform/db/schema.ts'), 'utf8');
  const known = [...schema.slice(schema.indexOf('export interface DB {')).matchAll(/^ {2}(\w+):/gm)].map(
    ([, name]) => name!,
  );
  return [
    ...known.filter((table) => !ownerOf.has(table)).map((table) => `${table} has no owner in scripts/table-owners.ts`),
    ...[...ownerOf.keys()].filter((table) => !known.includes(table)).map((table) => `there is no table ${table}`),
  ];
}

/** Returns a sentence for each write outside the repos of the table’s owner, and for each repo that does more than SQL. */
export function findForeignWrites(root: string): string[] {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(test|test-kit|test-child)\.tsx?$|\/testing\//.test(path),
  );
  const found = paths.sort().flatMap((path) => {
    const source = withoutComments(readFileSync(join(root, path), 'utf8'));
    const lineAt = (index: number) => source.slice(0, index).split('\n').length;
    const writes = WRITES.flatMap((pattern) => [...source.matchAll(pattern)]).flatMap(({ index, 1: table }) => {
      const owner = ownerOf.get(table!);
      if (owner === undefined) return [];
      // The platform has one small module for each of its tables.
      const isRepo = path.startsWith(`src/${owner}/`) && (path.endsWith('.repo.ts') || owner.startsWith('platform/'));
      return isRepo ? [] : [`${path}:${lineAt(index)} writes to ${table}, which ${owner} owns`];
    });
    const hidden = [...source.matchAll(HIDDEN)].map(({ index }) => `${path}:${lineAt(index)} doesn’t name the table`);
    const isMore = path.endsWith('.repo.ts') && OUTSIDE_SQL.test(source) ? [`${path} does more than SQL`] : [];
    return [...writes, ...hidden, ...isMore];
  });
  return [...unlisted(root), ...found];
}
