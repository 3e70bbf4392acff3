import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUNDLES, withFeatures } from './bundles.ts';
import { fileFor, SHARED } from './chunks.ts';

const BUNDLE_ROOTS = BUNDLES.map(({ files, ...bundle }) => ({ ...bundle, roots: files }));
/** Files of single bundles come last. They don't import each other. */
const placeOf = (file: string | null) =>
  file !== null && SHARED.includes(file) ? SHARED.indexOf(file) : SHARED.length;

it('puts a module that another one imports into the same file or an earlier one', () => {
  const some = fc.subarray(BUNDLE_ROOTS, { minLength: 1 });
  fc.assert(
    fc.property(some, some, (needing, more) => {
      const all = BUNDLE_ROOTS.filter((bundle) => needing.includes(bundle) || more.includes(bundle));
      const importing = fileFor(needing);
      const imported = fileFor(all);
      if (imported !== importing) expect(placeOf(imported)).toBeLessThan(placeOf(importing));
    }),
    { numRuns: 2000 },
  );
});

it('loads nothing on a page that only another page or only members need', () => {
  for (const bundle of BUNDLE_ROOTS) expect([null, bundle.name]).toContain(fileFor([bundle]));
});

it('adds the files of features to the bundles that they name, and refuses bundles that no page loads', () => {
  const home = { name: 'home', kind: 'part', files: ['site/home-notes.tsx'] } as const;
  const talk = {
    home: { files: ['new-comments.tsx'], texts: ['common'] },
    'member-search': { files: ['own.tsx'] },
  } as const;
  expect(withFeatures([home], [['talk', talk]])).toEqual([
    { ...home, files: ['site/home-notes.tsx', 'features/talk/web/new-comments.tsx'], texts: ['common'] },
    { name: 'member-search', kind: 'part', files: ['features/talk/web/own.tsx'], texts: [] },
  ]);
  expect(() => withFeatures([home], [['talk', { 'member-hom': { files: [] } }]])).toThrow('member-hom');
});
