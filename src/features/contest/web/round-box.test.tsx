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
  joinPolicy: 'open',
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
  ['none', null, 'No round yet', 'Okonkwo_B will start it.'],
  ['scheduled, too few', scheduled, '2 more writers needed to start', '1 of 3 has joined.', 'Join and write'],
  [
    'scheduled for a date',
    { ...scheduled, participantCount: 4, startsAt: '2026-11-20T18:00:00Z' },
    'Enough writers have joined',
    '4 writers have joined. It starts on Friday, November 20',
    'UTC',
  ],
  [
    'writing',
    writing,
    'Open for entries',
    'Until Thursday, November 19',
    'Writing ends on November 19, 2026, voting on November 21, 2026',
    '4 entries submitted',
  ],
  ['closed', { ...writing, closed: true }, 'Writing ended', 'Voting starts when they’re done, by Friday, November 20'],
  ['voting', voting, 'Open for voting', 'Writing ended on November 19, 2026', '4 entries to choose from'],
  ['counting', { ...completed, result: null }, 'The votes are being counted'],
  [
    'completed',
    completed,
    'Exact Change</span>” won',
    'By Hedwig_K. 64 of 171 votes, chosen from 4 entries. It’s now chapter 5.',
    '/story/7/chapter/70',
    '/voting/40',
  ],
  ['won alone', { ...completed, entryCount: 1 }, 'It was the only entry.'],
  [
    'no votes',
    { ...completed, result: { ...completed.result!, votes: 0 } },
    'No one voted, so the entry submitted first wins.',
  ],
  [
    'its chapter hidden',
    { ...completed, result: { ...completed.result!, winner: { ...winner, title: null, author: null } } },
    'A winner has been chosen',
  ],
  [
    'no entries',
    { ...completed, entryCount: 0, result: { votes: 0, winner: null, participantNumbers: [] } },
    'No one submitted an entry in time.',
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

it.each(ROUNDS)('%s: shows the state of the round without any script', (_, round, ...said) => {
  const html = render('en', round).replace(/<\/?time\b[^>]*>/g, '');
  for (const words of said) expect(html).toContain(words);
});

it('shows the deadline once, so that the page’s script can localize it and add a countdown', () => {
  for (const round of [writing, voting]) {
    const box = render('en', round).split('<svg')[0]!;
    expect(box.match(/Until /g)).toHaveLength(1);
    expect(box.match(/data-kind="\w+"/g)).toEqual(['data-kind="left"', 'data-kind="deadline"']);
    expect(box).toContain(' UTC</time>');
  }
});

it.each(LANGUAGES)('has all texts in %s, in any state', (language) => {
  for (const [, round] of ROUNDS) expect(render(language, round)).not.toMatch(/contest\.|undefined|NaN/);
});

it('shows no names and colors before the result', () => {
  for (const round of [writing, voting, { ...completed, result: null }]) {
    const html = render('en', round);
    expect(html).not.toContain('Hedwig_K');
    expect(html).not.toMatch(/class="[^"]*\by\d\b/);
  }
});

it('has a next moment only if the round changes with time', () => {
  expect(dueAt(scheduled)).toBeNull();
  expect(dueAt({ ...scheduled, startsAt: '2026-11-20T18:00:00Z' })).toBeNull();
  expect(dueAt({ ...scheduled, participantCount: 3, startsAt: '2026-11-20T18:00:00Z' })).toBe('2026-11-20T18:00:00Z');
  expect(dueAt(writing)).toBe(writing.writingEndsAt);
  expect(dueAt({ ...writing, closed: true })).toBeNull();
  expect(dueAt(voting)).toBe(voting.votingEndsAt);
  expect(dueAt(completed)).toBeNull();
  expect(roundPhaseOf({ ...completed, result: null })).toBe('counting');
});

it('estimates the end of voting before it is known', () => {
  expect(lastMoment(writing)).toBe('2026-11-21T18:00:00.000Z');
  expect(lastMoment(voting)).toBe(voting.votingEndsAt);
  expect(lastMoment(scheduled)).toBeNull();
});
