import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#core/languages.ts';
import { createTranslator } from '#core/messages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { compileCatalog } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import type { RoundView } from '../contract.ts';
import { ContestEnd } from './contest-thread.tsx';
import { RoundBox } from './round-box.tsx';
import { dueAt, lastMoment, roundPhaseOf } from './round-phase.ts';

const LOCALES = join(import.meta.dirname, '../../../../locales');

const creator = { id: '9', username: 'Okonkwo_B', slug: 'okonkwo', avatar: null };
const story = {
  id: '7',
  mode: 'competition',
  progress: 'ongoing',
  language: 'en',
  creator,
  joining: 'open',
  participantLimit: 50,
  participantCount: 3,
  contest: { writingHours: 72, votingHours: 48, minParticipants: 3 },
} as StoryView;
const scheduled: RoundView = {
  id: '40',
  storyId: '7',
  number: 4,
  status: 'scheduled',
  closed: false,
  startsAt: null,
  startedAt: null,
  writingEndsAt: null,
  votingStartedAt: null,
  votingEndsAt: null,
  completedAt: null,
  writingHours: 72,
  votingHours: 48,
  minUnits: 300,
  maxUnits: 3000,
  minParticipants: 3,
  participantCount: 1,
  entryCount: 0,
  result: null,
};
const writing: RoundView = {
  ...scheduled,
  status: 'writing',
  startedAt: '2026-11-16T18:00:00Z',
  writingEndsAt: '2026-11-19T18:00:00Z',
  participantCount: 5,
  entryCount: 4,
};
const voting: RoundView = {
  ...writing,
  status: 'voting',
  votingStartedAt: '2026-11-19T18:00:00Z',
  votingEndsAt: '2026-11-21T18:00:00Z',
};
const winner = {
  submissionId: '1',
  title: 'Exact Change',
  chapter: { id: '70', number: 5 },
  author: { id: '3', username: 'Hedwig_K', slug: 'hedwig', avatar: null, number: 5 },
  votes: 64,
};
const completed: RoundView = {
  ...voting,
  status: 'completed',
  completedAt: '2026-11-21T18:00:00Z',
  result: { votes: 171, winner, participantNumbers: [5, 1, 2, 3] },
};

const ROUNDS: [string, RoundView | null, ...string[]][] = [
  ['none', null, 'No round yet', 'Okonkwo_B starts it.'],
  ['scheduled, too few', scheduled, '2 more needed before it can start', '1 of 3 has joined.', 'Join and write'],
  [
    'scheduled for a date',
    { ...scheduled, participantCount: 4, startsAt: '2026-11-20T18:00:00Z' },
    'Enough authors have joined',
    '4 authors have joined. It starts on Friday, November 20',
    'UTC',
  ],
  [
    'writing',
    writing,
    'Writing is open',
    'Until Thursday, November 19',
    'Writing ends on November 19, 2026, voting on November 21, 2026',
    '4 entries are in',
  ],
  ['closed', { ...writing, closed: true }, 'Writing is over', 'at the latest Friday, November 20'],
  ['voting', voting, 'Voting is open', 'Writing ended on November 19, 2026', '4 entries to choose from'],
  ['counting', { ...completed, result: null }, 'The votes are being counted'],
  [
    'completed',
    completed,
    'Exact Change</span>” goes on',
    'By Hedwig_K. 64 of 171 votes, chosen from 4 entries. It is chapter 5 now.',
    '/story/7/chapter/70',
    '/voting/40',
  ],
  ['won alone', { ...completed, entryCount: 1 }, 'It was the only entry.'],
  [
    'no votes',
    { ...completed, result: { ...completed.result!, votes: 0 } },
    'Nobody voted, so the entry that came first',
  ],
  [
    'its chapter hidden',
    { ...completed, result: { ...completed.result!, winner: { ...winner, title: null, author: null } } },
    'A winner has been chosen',
  ],
  [
    'nobody entered',
    { ...completed, entryCount: 0, result: { votes: 0, winner: null, participantNumbers: [] } },
    'Nobody entered a text',
  ],
];

function render(language: Language, round: RoundView | null): string {
  const translator = createTranslator(language);
  for (const part of ['common', 'contest', 'participation', 'times'])
    translator.add(part, compileCatalog(JSON.parse(readFileSync(join(LOCALES, language, `${part}.json`), 'utf8'))));
  return renderToStaticMarkup(
    <TranslatorProvider value={translator}>
      <RoundBox story={story} round={round} />
      <ContestEnd story={story} round={round} number={5} />
    </TranslatorProvider>,
  );
}

it.each(ROUNDS)('%s: says where the round stands, without any script', (_, round, ...said) => {
  const html = render('en', round).replace(/<\/?time\b[^>]*>/g, '');
  for (const words of said) expect(html).toContain(words);
});

it('says the deadline once, for the script of the page to write it in the reader’s own time and to count', () => {
  for (const round of [writing, voting]) {
    const box = render('en', round).split('<svg')[0]!;
    expect(box.match(/Until /g)).toHaveLength(1);
    expect(box.match(/data-kind="\w+"/g)).toEqual(['data-kind="left"', 'data-kind="deadline"']);
    expect(box).toContain(' UTC</time>');
  }
});

it.each(LANGUAGES)('says it in %s, whatever the state', (language) => {
  for (const [, round] of ROUNDS) expect(render(language, round)).not.toMatch(/contest\.|undefined|NaN/);
});

it('names nobody and colours no strand before the result', () => {
  for (const round of [writing, voting, { ...completed, result: null }]) {
    const html = render('en', round);
    expect(html).not.toContain('Hedwig_K');
    expect(html).not.toMatch(/class="[^"]*\by\d\b/);
  }
});

it('goes on by the clock only where the clock moves it', () => {
  expect(dueAt(scheduled)).toBeNull();
  expect(dueAt({ ...scheduled, startsAt: '2026-11-20T18:00:00Z' })).toBeNull();
  expect(dueAt({ ...scheduled, participantCount: 3, startsAt: '2026-11-20T18:00:00Z' })).toBe('2026-11-20T18:00:00Z');
  expect(dueAt(writing)).toBe(writing.writingEndsAt);
  expect(dueAt({ ...writing, closed: true })).toBeNull();
  expect(dueAt(voting)).toBe(voting.votingEndsAt);
  expect(dueAt(completed)).toBeNull();
  expect(roundPhaseOf({ ...completed, result: null })).toBe('counting');
});

it('draws the end of voting where it is not known yet', () => {
  expect(lastMoment(writing)).toBe('2026-11-21T18:00:00.000Z');
  expect(lastMoment(voting)).toBe(voting.votingEndsAt);
  expect(lastMoment(scheduled)).toBeNull();
});
