import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, isRead } from '#core/endpoint.ts';
import { routes } from '#server/features.ts';
import { beginEntry, buildCompetition, type Competition, startRound } from '#testing/competitions.ts';
import { buildVoters, type Contest, PHASE, pass, tickRounds, type Voter, vote } from '#testing/contests.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { contestApi } from '../contract.ts';

/**
 * Until a round is completed, no response reveals who wrote an entry, or how the vote is going. Every read of the site
 * is called with every possible input, by every caller who might see more than others.
 */
const app = setUpTestApp();
const TITLES = ['The road through sleet', 'The road through thunder', 'The road through hail'];
let competition: Competition;
let contest: Contest;
let bystander: Member;
let voters: Voter[];
/** The chapters that the entries are drafted as. */
let chapterIds: string[];

interface Told {
  call: string;
  status: number;
  data: unknown;
}

const reads: Endpoint[] = routes.map((route) => route.endpoint).filter(isRead);
const fieldsOf = (schema: Endpoint['input']) =>
  Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object);

/** Possible inputs of a call, by field. */
function values(): Record<string, string[]> {
  const authors = [competition.creator, ...competition.others];
  return {
    storyId: [competition.storyId],
    storyIds: [competition.storyId],
    roundId: [contest.roundId],
    submissionId: contest.entries.map(({ id }) => id),
    chapterId: chapterIds,
    userId: authors.map(({ id }) => id),
    slug: authors.map(({ slug }) => slug),
    q: [...TITLES, authors[1]!.username, 'sleet'],
    tab: ['all'],
    type: ['system_notice', 'contest_voting_open'],
    action: ['login'],
    page: ['about'],
    language: ['de'],
    kind: ['chapter'],
    revision: ['1'],
    keyword: [authors[1]!.username],
  };
}

/**
 * Returns the inputs of a call: every combination of the possible values of its fields. Unknown fields are left out.
 */
function inputsOf(endpoint: Endpoint): Record<string, string>[] {
  const known = values();
  return fieldsOf(endpoint.input).reduce<Record<string, string>[]>(
    (inputs, field) =>
      inputs.flatMap((input) =>
        (known[field] ?? [undefined]).map((value) => (value ? { ...input, [field]: value } : input)),
      ),
    [{}],
  );
}

async function crawl(caller: Caller, isPublicOnly = false): Promise<Told[]> {
  const told: Told[] = [];
  for (const endpoint of reads) {
    if (endpoint.access === 'moderator' || endpoint.access === 'administrator') continue;
    if (isPublicOnly && endpoint.access !== 'public') continue;
    for (const input of inputsOf(endpoint)) {
      const { status, body } = await app.send(endpoint, input, caller);
      expect(status, endpoint.path).toBeLessThan(500);
      told.push({ call: `${endpoint.path} ${JSON.stringify(input)}`, status, data: body.data ?? body.code });
    }
  }
  return told;
}

/** Returns the responses that contain an entry and, anywhere, its author. Ignores the caller’s own entry. */
function namings(told: Told[], asker: string | null): string[] {
  return told.flatMap(({ call, data }) => {
    const text = JSON.stringify(data);
    return contest.entries
      .filter(({ author }) => author.id !== asker)
      .filter(({ id, title }, i) => [`"${id}"`, title, `"${chapterIds[i]!}"`].some((mark) => text.includes(mark)))
      .filter(({ author }) =>
        [`"${author.id}"`, author.username, `"${author.slug}"`].some((name) => text.includes(name)),
      )
      .map(({ title }) => `${call} names the author of “${title}”`);
  });
}

/** Returns fields with vote counts or a winner that have a value. */
function tallies(told: Told[]): string[] {
  const found: string[] = [];
  const look = (value: unknown, path: string) => {
    if (Array.isArray(value)) for (const item of value) look(item, path);
    else if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) {
        if (/^(votes|voteCount|tally|wins|winner|isWinner|result)$/.test(name) && inner !== null && inner !== false)
          found.push(`${path}.${name}`);
        look(inner, `${path}.${name}`);
      }
  };
  for (const { call, data } of told) look(data, call);
  return found;
}

/** Removes the number of entries from responses, which everyone may see grow. */
const withoutCount = (told: Told[]) =>
  told.map(({ data, ...rest }) => ({
    ...rest,
    data: JSON.parse(
      JSON.stringify(data, (name, value: unknown) => (name === 'entryCount' ? undefined : value)) ?? 'null',
    ) as unknown,
  }));

/** Leaves out calls whose responses are random. */
const withoutChallenges = (told: Told[]) => told.filter(({ call }) => !/_challenge /.test(call));

/** Callers who may see more than a visitor, with their own id. */
const askers = (): [string, Caller, string | null][] => [
  ['a visitor', {}, null],
  ['a member', bystander, bystander.id],
  ['the creator', competition.creator, competition.creator.id],
  ['who entered', competition.others[0]!, competition.others[0]!.id],
  ['who takes part', competition.others[3]!, competition.others[3]!.id],
];

async function expectSecret(): Promise<void> {
  for (const [who, caller, id] of askers()) {
    const told = await crawl(caller);
    expect(told.filter(({ status }) => status === 200).length, who).toBeGreaterThan(10);
    expect(namings(told, id), who).toEqual([]);
    expect(tallies(told), who).toEqual([]);
  }
}

beforeAll(async () => {
  app.app.cache.setListening(false);
  // Distinctive ids, so that a match is the id that was searched for.
  for (const [table, from] of [
    ['accounts', 5_000_000],
    ['chapters', 6_000_000],
    ['rounds', 7_000_000],
  ] as const)
    await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(from)}`.execute(app.owner.db);
  bystander = await buildMember(app);
  competition = await buildCompetition(app, 4);
  const { id: roundId } = await startRound(app, competition);
  contest = { ...competition, roundId, entries: [] };
  for (const [i, title] of TITLES.entries()) {
    const author = competition.others[i]!;
    const { id } = await beginEntry(app, roundId, author, { title });
    contest.entries.push({ id, author, title });
  }
  const rows = await app.database.db
    .selectFrom('submissions')
    .select(['id', 'chapter_id'])
    .where('round_id', '=', roundId)
    .execute();
  chapterIds = contest.entries.map(({ id }) => rows.find((row) => row.id === id)!.chapter_id);
}, 60_000);
afterAll(() => expectInvariants(app));

describe('while the round is open for entries', () => {
  it('does not reveal authors, and a new entry only changes the number of entries', async () => {
    await expectSecret();
    const before = withoutCount(await crawl({}, true));
    for (const { id, author } of contest.entries) await app.call(contestApi.submit, { submissionId: id }, author);
    await app.work();
    expect(withoutCount(await crawl({}, true))).toEqual(before);
    await expectSecret();
    expect((await app.call(contestApi.round, { roundId: contest.roundId })).entryCount).toBe(3);
  });
});

describe('during voting', () => {
  beforeAll(async () => {
    await pass(app, contest, 72 * PHASE, [bystander]);
    voters = await buildVoters(app, 5);
  });

  it('does not reveal authors', () => expectSecret());

  it('shows a vote only to its voter', async () => {
    const before = new Map<string, Told[]>();
    for (const [who, caller] of askers()) before.set(who, withoutChallenges(await crawl(caller)));
    const [first, second] = contest.entries.map(({ id }) => id) as [string, string];
    for (const [i, voter] of voters.entries()) await vote(app, contest, voter, i < 4 ? first : second);
    for (const [who, caller] of askers()) expect(withoutChallenges(await crawl(caller)), who).toEqual(before.get(who));
    expect(tallies(await crawl(voters[0]!))).toEqual([]);
    expect(namings(await crawl(voters[0]!), voters[0]!.id)).toEqual([]);
  });

  it('keeps both secret after voting until the votes are counted', async () => {
    await pass(app, contest, 0, [bystander]);
    const { votingEndsAt } = await app.call(contestApi.round, { roundId: contest.roundId });
    await app.clock.advance(new Date(votingEndsAt!).getTime() - app.clock.now().getTime() + 1);
    expect(await app.call(contestApi.round, { roundId: contest.roundId })).toMatchObject({
      status: 'completed',
      result: null,
    });
    const told = await crawl({});
    expect(namings(told, null)).toEqual([]);
    expect(tallies(told)).toEqual([]);
  });
});

it('finds authors and votes once the votes are counted', async () => {
  await tickRounds(app);
  const told = await crawl({}, true);
  expect(namings(told, null).some((found) => found.startsWith('round/result'))).toBe(true);
  expect(tallies(told).some((found) => found.startsWith('round/detail'))).toBe(true);
  for (const { id } of voters) expect(JSON.stringify(told)).not.toContain(`"${id}"`);
});
