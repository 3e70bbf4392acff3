import { beforeAll, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { HOUR } from '#core/time.ts';
import { contestApi } from '#features/contest/contract.ts';
import { advanceRounds } from '#features/contest/server/contest.tick.ts';
import { createCtx } from '#platform/context.ts';
import { buildCompetition, type Competition, enterRound, startRound } from '#testing/competitions.ts';
import type { Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import { builtPages, servePages } from './pages.ts';

// The page of a round on the built pages, without scripts. `npm test` builds them. Otherwise run `npm run build` first.
const app = setUpTestApp();
let contest: Competition;
let authors: Member[];

beforeAll(async () => {
  app.app.cache.setListening(false);
  await servePages(app.app, app.deps, builtPages);
  contest = await buildCompetition(app, 2);
  authors = contest.others;
});

const get = (url: string) => app.app.http.inject({ url });
const pageOf = async (path: string) => (await get(path)).body;
const tick = () => advanceRounds(createCtx(app.deps, { language: 'en' }));
const pass = (hours: number) => letPass(app, hours * HOUR, [contest.creator, ...authors]);

it('shows writing, the ballot and then the result, and names no one before that', async () => {
  const round = await startRound(app, contest);
  const path = to.voting({ roundId: round.id });
  expect(await pageOf(path)).toContain('Writers are working on their entries');
  for (const [i, author] of authors.entries()) await enterRound(app, round.id, author, { title: `Crossing ${i + 1}` });
  await app.work();
  await pass(round.writingHours);
  await tick();

  const ballotItems = await app.call(contestApi.ballot, { roundId: round.id });
  const entries = ballotItems.map(({ id }) => `${path}?entry=${id}`);
  const ballot = await pageOf(path);
  for (const entry of entries) expect(ballot).toContain(`href="${entry}#entry"`);
  // The page is the same for everyone. If it opened an entry, all voters would read that one first.
  for (const { id } of ballotItems) {
    const [paragraph] = (await app.call(contestApi.entry, { submissionId: id })).text.split('\n');
    expect(ballot).not.toContain(paragraph);
    expect(await pageOf(`${path}?entry=${id}`)).toContain(paragraph);
  }
  const secret = [ballot, await pageOf(entries[1]!)];
  for (const page of secret) {
    expect(page).toContain(ballotItems[1]!.title);
    for (const { username, slug, id } of authors) {
      expect(page).not.toContain(username);
      expect(page).not.toContain(slug);
      expect(page).not.toContain(to.user({ userSlug: id }));
    }
  }

  await pass(round.votingHours);
  expect(await pageOf(path)).toContain('Counting the votes');
  await tick();
  const result = await pageOf(path);
  expect(result).toContain('No one voted, so the entry submitted first wins. It’s now chapter 2.');
  for (const { username } of authors) expect(result).toContain(username);
  const whole = await pageOf(entries[1]!);
  expect(whole).toContain('Back to result');
  expect(whole).toContain('0 votes');
});

it('is not found for an unknown round or entry', async () => {
  const [round] = (await app.call(contestApi.rounds, { storyId: contest.storyId })).items;
  for (const path of [
    to.voting({ roundId: '999999' }),
    '/voting/none',
    to.voting({ roundId: round!.id }, { entry: 1 }),
  ])
    expect((await get(path)).statusCode, path).toBe(404);
});
