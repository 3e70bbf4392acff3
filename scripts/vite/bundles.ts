import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from '../../src/core/pages.ts';
import { FEATURES } from '../../src/features/list.ts';
import type { FilesInBundles } from '../../src/web/bundles.ts';
import type { Part } from '../../src/web/i18n/catalogs.ts';

/**
 * - `part`: fills slots of documents, or can be opened on any page.
 * - `room`: a page that React renders, with everything that it opens.
 * - `editor`: a `room` that validates whole texts.
 */
export type BundleKind = 'part' | 'room' | 'editor';

interface NamedBundle {
  readonly name: string;
  readonly kind: BundleKind;
  /** Relative to `src`. */
  readonly files: readonly string[];
  /** Parts of the catalog that it needs at the start, besides the first ones. Loaded in parallel with the bundle. */
  readonly texts?: readonly Part[];
}

const SRC = join(import.meta.dirname, '../../src');

/** Bundles with what the pages themselves add to them. */
const OF_PAGES: readonly NamedBundle[] = [
  { name: 'story-map', kind: 'room', files: ['site/pages/story-map.view.tsx'] },
  { name: 'voting', kind: 'room', files: ['site/pages/voting.view.tsx'] },
  { name: 'plain', kind: 'part', files: [] },
  { name: 'resume', kind: 'part', files: [] },
  { name: 'needs', kind: 'part', files: [] },
  { name: 'aids', kind: 'part', files: [] },
  { name: 'clock', kind: 'part', files: ['web/api/server-clock.ts'] },
  { name: 'signup', kind: 'part', files: [] },
  { name: 'member', kind: 'part', files: [] },
  { name: 'home', kind: 'part', files: ['site/home-notes.tsx'] },
  { name: 'chapter', kind: 'part', files: ['web/ui/time-left.tsx'], texts: ['times'] },
  { name: 'dialogs', kind: 'part', files: ['site/layout/failure-report.tsx'] },
  { name: 'moderating', kind: 'part', files: [] },
  { name: 'profile', kind: 'room', files: ['site/pages/profile.room.tsx'], texts: ['account', 'profile'] },
  {
    name: 'security',
    kind: 'room',
    files: ['site/pages/security.room.tsx'],
    texts: ['security', 'account', 'accounts', 'proof'],
  },
  { name: 'messages', kind: 'room', files: ['site/pages/messages.room.tsx'], texts: ['inbox'] },
  { name: 'news', kind: 'room', files: ['site/pages/news.room.tsx'], texts: ['news'] },
  {
    name: 'moderation',
    kind: 'room',
    files: ['site/pages/moderation.room.tsx'],
    texts: ['moderation', 'report', 'decisions', 'feedback', 'security'],
  },
  {
    name: 'review',
    kind: 'room',
    files: ['site/pages/review-chapter-translation.room.tsx', 'site/pages/review-story-translation.room.tsx'],
    texts: ['review'],
  },
  { name: 'statistics', kind: 'room', files: ['site/pages/statistics.room.tsx'], texts: ['statistics'] },
  {
    name: 'account',
    kind: 'room',
    files: [
      'site/pages/reset-password.room.tsx',
      'site/pages/google-callback.room.tsx',
      'site/pages/openid-callback.room.tsx',
    ],
    texts: ['accounts'],
  },
  { name: 'invitation', kind: 'room', files: ['site/pages/invitation.room.tsx'], texts: ['participation'] },
  { name: 'edit-chapter', kind: 'editor', files: ['site/pages/edit-chapter.room.tsx'], texts: ['chapters'] },
  {
    name: 'edit-submission',
    kind: 'editor',
    files: ['site/pages/edit-submission.room.tsx'],
    texts: ['submission', 'chapters'],
  },
  {
    name: 'edit-story',
    kind: 'editor',
    files: ['site/pages/edit-story.room.tsx'],
    texts: ['story_editor', 'picture', 'publishing'],
  },
  {
    name: 'translate',
    kind: 'editor',
    files: ['site/pages/translate-chapter.room.tsx', 'site/pages/translate-story.room.tsx'],
    texts: ['translate', 'chapters'],
  },
];

/** Returns what the features add to bundles, with the name of the feature, in the order of the features. */
async function readFeatures(): Promise<(readonly [feature: string, FilesInBundles])[]> {
  const found = FEATURES.map(({ name }) => [name, join(SRC, `features/${name}/web/bundles.ts`)] as const);
  const loaded = found.flatMap(([name, file]) =>
    existsSync(file) ? [import(file).then(({ bundles }: { bundles: FilesInBundles }) => [name, bundles] as const)] : [],
  );
  return Promise.all(loaded);
}

/** Returns whether a bundle has the islands of a page. */
function isOfPage(name: string): boolean {
  return name.replace(/^member-/, '') in PAGES;
}

/** Adds what features declare. Throws if they name a bundle that no page loads. */
export function withFeatures(
  ofPages: readonly NamedBundle[],
  features: readonly (readonly [feature: string, FilesInBundles])[],
): readonly NamedBundle[] {
  const bundles = new Map(ofPages.map((bundle) => [bundle.name, bundle]));
  for (const [feature, added] of features)
    for (const [name, { files, texts = [] }] of Object.entries(added)) {
      const bundle = bundles.get(name) ?? (isOfPage(name) ? { name, kind: 'part', files: [] } : null);
      if (!bundle) throw new Error(`No page loads the bundle ${name}, which ${feature} adds files to`);
      bundles.set(name, {
        ...bundle,
        files: [...bundle.files, ...files.map((file) => `features/${feature}/web/${file}`)],
        texts: [...(bundle.texts ?? []), ...texts],
      });
    }
  return [...bundles.values()];
}

/** Modules that are loaded together. Every other lazily loaded module gets its own bundle, of kind `room`. */
export const BUNDLES = withFeatures(OF_PAGES, await readFeatures());
