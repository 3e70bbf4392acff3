import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Island, merged, webFeature } from '#web/feature.ts';
import type { PageContext } from '#web/page/context.ts';
import { type Fill, FillsProvider, fill, groupFills, loadingFills, PageSlot } from '#web/page/page-slot.tsx';
import type { SlotName, Slots } from '#web/page/slot.tsx';
import { FEATURES } from './features.ts';

/** The slots of a made-up page, as the feature of the page declares them. */
declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    'made-up.facts': { storyId: string };
    'made-up.empty': object;
  }
}

/** What a made-up feature shows on the page, as in its `on-made-up.tsx`. */
const ofTalk = [
  fill('made-up.facts', {
    order: 20,
    load: async ({ language }, { storyId }) => ({ comments: `${storyId}0 in ${language}` }),
    Static: ({ storyId, data }) => <dd data-story={storyId}>{data.comments}</dd>,
  }),
];
const ofLabels = [fill('made-up.facts', { order: 10, Static: ({ storyId }) => <dt>{storyId}</dt> })];
const fills = groupFills([...ofTalk, ...ofLabels]);

const CONTEXT = { language: 'de' } as PageContext;

async function render(storyId: string, isLoaded = true): Promise<string> {
  const { data, loadSlot } = loadingFills(fills, CONTEXT);
  if (isLoaded) await loadSlot('made-up.facts', { storyId });
  return renderToStaticMarkup(
    <FillsProvider value={{ fills, data }}>
      <dl>
        <PageSlot name="made-up.facts" storyId={storyId} />
      </dl>
      <PageSlot name="made-up.empty" />
    </FillsProvider>,
  );
}

it('shows what features have in a slot of a page, in order, with the data that they load, and nothing in an empty slot', async () => {
  expect(await render('7')).toBe('<dl><dt>7</dt><dd data-story="7">70 in de</dd></dl>');
});

it('refuses to render a slot whose data the page has not loaded', async () => {
  await expect(render('7', false)).rejects.toThrow('made-up.facts');
});

it('fails the page if a feature fails to load its data', async () => {
  const failing: Fill = fill('made-up.facts', {
    order: 1,
    load: () => Promise.reject(new Error('gone')),
    Static: () => null,
  });
  const { loadSlot } = loadingFills(groupFills([failing]), CONTEXT);
  await expect(loadSlot('made-up.facts', { storyId: '7' })).rejects.toThrow('gone');
});

it.each(['islands', 'dialogs', 'notes', 'undoing'] as const)('has no two features with the same name in %s', (kind) => {
  const names = FEATURES.flatMap((feature) => Object.keys(feature[kind] ?? {}));
  expect(names).toEqual([...new Set(names)]);
});

it('compiles only if every island is provided, and fits its slot', async () => {
  type Islands = { readonly [Name in SlotName]: Island<Slots[Name]> };
  const talk = webFeature({
    islands: {
      'time-left': {
        load:
          async () =>
          ({ until }) => <b>{until}</b>,
      },
    },
  });
  // @ts-expect-error: the other islands are missing.
  const islands: Islands = merged([talk], 'islands');
  expect(Object.keys(islands)).toEqual(['time-left']);
  const Other = () => null;
  // @ts-expect-error: no slot has this name.
  webFeature({ islands: { 'made-up': { load: async () => Other } } });
  const Misfit = ({ from }: { from: string }) => <b>{from}</b>;
  // @ts-expect-error: its slot has no such property.
  webFeature({ islands: { 'time-left': { load: async () => Misfit } } });
});
