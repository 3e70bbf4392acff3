import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '#core/messages.ts';
import { SearchFilters } from '#features/discovery/web/search-filters.tsx';
import type { MessageView } from '#features/messages/contract.ts';
import { MessageItem } from '#features/messages/web/message-item.tsx';
import { CASE_KINDS } from '#features/moderation/model/queue.ts';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import type { ChapterHead } from '#features/reader/web/chapter-head.ts';
import { ChapterPage } from '#features/reader/web/chapter-page.tsx';
import type { StoryCard, StoryView } from '#features/stories/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { StoryRows } from '#features/stories/web/story-list.tsx';
import { StoryPage } from '#features/stories/web/story-page.tsx';
import { compileCatalog } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import type { PageContext } from '#web/page/context.ts';
import { loadOnce } from '#web/page/load.ts';
import { FillsProvider, fill, groupFills } from '#web/page/page-slot.tsx';
import type { PageSlotName } from '#web/page/page-slots.ts';
import { type ReadyFill, RoomFillsContext, type RoomSlotName, useRoomTabs } from '#web/page/room-slot.tsx';
import { AroundModes } from './modes/around-modes.tsx';
import { ROOM_FILLS } from './room-fills.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(path, 'utf8');
const SOURCES = globSync(join(ROOT, 'src/**/*.{ts,tsx}'))
  .filter((path) => !path.includes('.test.'))
  .map(read);
/** The same without line breaks within tags. */
const ON_ONE_LINE = SOURCES.map((code) => code.replace(/\s+/g, ' '));

/** Returns the names that an interface has in all of its declarations. */
function declaredIn(name: 'PageSlots' | 'RoomSlots'): string[] {
  const bodies = SOURCES.flatMap((code) => [...code.matchAll(new RegExp(`interface ${name} .*?\\n {2}?\\}`, 'gs'))]);
  return bodies.flatMap(([body]) => [...body.matchAll(/^\s+'([\w.]+)':/gm)].map(([, slot]) => slot!));
}

const translator = createTranslator('en');
for (const part of ['common', 'stories', 'reader', 'discovery', 'inbox', 'translations'])
  translator.add(part, compileCatalog(JSON.parse(read(join(ROOT, `locales/en/${part}.json`)))));

/** Renders with a made-up fill in each of these slots, which shows the name of the slot. */
function render(content: ReactNode, ...slots: PageSlotName[]): string {
  const fills = groupFills(slots.map((slot) => fill<PageSlotName>(slot, { order: 10, Static: () => <i>[{slot}]</i> })));
  return renderToStaticMarkup(
    <TranslatorProvider value={translator}>
      <AroundModes>
        <FillsProvider value={{ fills, data: new Map() }}>{content}</FillsProvider>
      </AroundModes>
    </TranslatorProvider>,
  );
}
const shownIn = (html: string) => [...html.matchAll(/<i>\[([\w.]+)\]<\/i>/g)].map(([, slot]) => slot);

const creator = { id: '9', username: 'Okonkwo_B', slug: 'okonkwo', avatar: null };
const story = {
  id: '7',
  title: 'Bus 17',
  titleLanguage: 'en',
  language: 'en',
  mode: 'solo',
  description: '',
  progress: 'ongoing',
  creator,
  latest: null,
  categories: [],
  categoryNames: [],
  participantCount: 1,
  chapterCount: 1,
  unitCount: 100,
  minUnits: 10,
  maxUnits: 1000,
  turnDays: null,
  contest: null,
  publishedAt: '2026-11-16T18:00:00Z',
  listedAt: '2026-11-16T18:00:00Z',
  continuedAt: '2026-11-16T18:00:00Z',
} as unknown as StoryView & StoryCard;
const chapter = {
  id: '8',
  number: 1,
  title: 'The depot',
  language: 'en',
  units: 100,
  author: creator,
  publishedAt: '2026-11-16T18:00:00Z',
  previous: null,
  next: null,
  story,
} as unknown as ChapterHead;

describe('slots', () => {
  it.each(['PageSlots', 'RoomSlots'] as const)('of %s are all placed', (name) => {
    const declared = declaredIn(name);
    const Component = name.slice(0, -1);
    const missing = declared.filter(
      (slot) => !ON_ONE_LINE.some((code) => code.includes(`<${Component} name="${slot}"`)),
    );
    expect(declared.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  it.each(['moderation.case.', 'moderation.report.', 'profile.tab.'])('of the rooms named %s… are placed', (prefix) => {
    expect(
      SOURCES.some(
        (code) => code.includes(`<RoomSlot name={\`${prefix}$`) || code.includes(`useRoomTabs('${prefix}')`),
      ),
    ).toBe(true);
  });

  it('are in their places on the page of a story', () => {
    const page = (
      <StoryPage story={story} asked="en" order="first" readOn={null} withWriting reading={null} chapters={<ol />} />
    );
    const slots = [
      'story.head',
      'story.notice',
      'story.actions',
      'story.notes',
      'story.below',
      'story.side',
      'story.care',
    ] as const;
    expect(shownIn(render(page, ...slots))).toEqual(slots);
    expect(shownIn(render(page))).toEqual([]);
  });

  it('are in their places on the page of a chapter, and the text is shown beside its original only if asked', () => {
    const pageOf = (shows: 'original' | 'both') => (
      <ChapterPage
        {...{ chapter, shows }}
        asked="en"
        isLast
        document={{ type: 'doc', content: [] }}
        parts={{ End: () => <hr /> }}
      />
    );
    const slots = [
      'chapter.byline',
      'chapter.head',
      'chapter.notice',
      'chapter.margin',
      'chapter.beside',
      'chapter.end',
      'chapter.more',
      'chapter.care',
      'reader.settings',
    ] as const;
    expect(shownIn(render(pageOf('both'), ...slots))).toEqual(slots);
    expect(shownIn(render(pageOf('original'), ...slots))).toEqual(slots.filter((slot) => slot !== 'chapter.beside'));
  });

  it('are in lists of stories and in the filters of the search', () => {
    expect(shownIn(render(<StoryRows stories={[story]} />, 'card.labels'))).toEqual(['card.labels']);
    const filters = <SearchFilters query={{}} count={null} categories={[]} />;
    expect(shownIn(render(filters, 'search.filters'))).toEqual(['search.filters']);
  });

  it('are in the rows of the inbox', () => {
    const message = {
      id: '1',
      type: 'system_notice',
      status: 'read',
      action_status: null,
      content: '',
      data: {},
      created_at: '2026-11-16T18:00:00Z',
    } as unknown as MessageView;
    const Fill = Object.assign(({ message: { type } }: { message: MessageView }) => <i>[{type}]</i>, {
      load: async () => {},
    });
    const fills = new Map([['messages.row', [{ Fill } as unknown as ReadyFill]]] as const);
    const html = renderToStaticMarkup(
      <TranslatorProvider value={translator}>
        <RoomFillsContext value={fills}>
          <MessageItem message={message} leaves={false} onRead={() => {}} />
        </RoomFillsContext>
      </TranslatorProvider>,
    );
    expect(html).toContain('<i>[system_notice]</i>');
  });
});

it('lets a feature name what is reported', () => {
  const props = { kind: 'chapter', targetId: '8', title: 'Report this comment' } as const;
  expect(render(<ReportButton {...props} />)).toContain(
    `data-props="${JSON.stringify(props).replaceAll('"', '&quot;')}"`,
  );
});

it('shows moderators every kind of case', () => {
  for (const kind of CASE_KINDS) expect(ROOM_FILLS.get(`moderation.case.${kind}`)).toHaveLength(1);
});

it('lists the tabs that features add to a room, with their labels', () => {
  const fills = new Map<RoomSlotName, ReadyFill[]>([
    ['profile.tab.talk', [{ label: 'common.messages' } as ReadyFill]],
    ['profile.settings', [{} as ReadyFill]],
  ]);
  const Tabs = () => useRoomTabs('profile.tab.').map(({ slot, name, label }) => `${slot} ${name} ${label}`);
  const html = renderToStaticMarkup(
    <RoomFillsContext value={fills}>
      <Tabs />
    </RoomFillsContext>,
  );
  expect(html).toBe('profile.tab.talk talk common.messages');
});

it('sends a call of a page once, for the page and its slots', async () => {
  const sent: unknown[] = [];
  const context = (): PageContext =>
    ({ call: async (_endpoint: unknown, input: unknown) => sent.push(input) }) as unknown as PageContext;
  const page = context();
  const answers = await Promise.all(['7', '7', '8'].map((storyId) => loadOnce(page, storyApi.detail, { storyId })));
  await loadOnce({ ...page }, storyApi.detail, { storyId: '7' });
  expect(answers).toEqual([1, 1, 2]);
  expect(sent).toHaveLength(2);
  await loadOnce(context(), storyApi.detail, { storyId: '7' });
  expect(sent).toHaveLength(3);
});
