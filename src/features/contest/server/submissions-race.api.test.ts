import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { MINUTE } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { documentFromPlain } from '#features/chapters/model/document.ts';
import { createCtx } from '#platform/context.ts';
import { isUnavailable } from '#platform/db/database.ts';
import { buildCompetition, startRound } from '#testing/competitions.ts';
import { buildVoters, clockOfDatabase, tickRounds, type Voter } from '#testing/contests.ts';
import { prose } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { memberCtx } from '#testing/members.ts';
import { raceForMember, seededRandom } from '#testing/race.ts';
import { eachRound, rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { advanceRounds } from './contest.tick.ts';
import { createSubmission, submitSubmission } from './submissions.service.ts';

// Counts refusals of a busy site among the possible answers.
const app = setUpTestApp({}, { refusesWhenBusy: true });
beforeAll(() => app.app.cache.setListening(false));
afterEach(() => expectInvariants(app));

const AUTHORS = rounds(40, 'entries at each end');
const SKEWS = [0, 10 * MINUTE, -10 * MINUTE];
const said = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : isUnavailable(error) ? 'unavailable' : String(error)),
  );

/**
 * Builds a round that is open for entries, with this number of authors, who each have a draft that they could submit.
 */
async function writtenRound(authors: number): Promise<{ roundId: string; entries: { author: Voter; id: string }[] }> {
  const competition = await buildCompetition(app, 2);
  const { id: roundId } = await startRound(app, competition);
  const members = await buildVoters(app, authors);
  await sql`insert into participants (story_id, account_id, number)
    select ${competition.storyId}, id, 100 + row_number() over (order by id) from accounts
    where id = any(${members.map(({ id }) => id)}::bigint[])`.execute(app.database.db);
  await sql`update story_stats set participants = participants + ${authors} where story_id = ${competition.storyId}`.execute(
    app.database.db,
  );
  const entries: { author: Voter; id: string }[] = [];
  for (const [i, author] of members.entries()) {
    const content = { document: documentFromPlain(prose(60, 900_000 + i)) };
    const text = { title: `Text ${i}`, summary: 'What happens next.', content };
    const { id } = await createSubmission(memberCtx(app.deps, author), { roundId, ...text });
    entries.push({ author, id });
  }
  return { roundId, entries };
}

/** Removes the authors from the story, which has more participants than allowed. Their entries stay. */
async function sendHome(roundId: string): Promise<void> {
  await sql`with gone as (update participants p set left_at = db_clock() from rounds r
      where r.id = ${roundId} and p.story_id = r.story_id and p.number >= 100 returning p.story_id)
    update story_stats s set participants = participants - (select count(*) from gone)
    where s.story_id in (select story_id from gone)`.execute(app.database.db);
}

it.each(eachRound(40, 'ends of writing'))(
  `decides ${AUTHORS} submissions around the deadline by the database clock (run %i)`,
  { timeout: 120_000 },
  async (run) => {
    const { roundId, entries } = await writtenRound(AUTHORS);
    const now = await clockOfDatabase(app);
    const send = async ({ author, id }: (typeof entries)[number], i: number) => {
      const begun = now();
      const answer = await said(submitSubmission(memberCtx(app.deps, author, SKEWS[i % 3]), { submissionId: id }));
      return { id, begun, answer, answered: now() };
    };
    // Two entries are submitted before the deadline is set, so that there is something to vote on even on a busy
    // machine.
    const inTime = await Promise.all(entries.slice(0, 2).map(send));
    const { rows } = await sql<{ ends: Date }>`update rounds
      set writing_ends_at = date_trunc('milliseconds', db_clock() + interval '600 ms')
      where id = ${roundId} returning writing_ends_at as ends`.execute(app.database.db);
    const ends = rows[0]!.ends.getTime();
    let done = false;
    const ticks = SKEWS.map(async (ahead) => {
      const clock = { now: () => new Date(app.clock.now().getTime() + ahead) };
      while (!done) await advanceRounds(createCtx({ ...app.deps, clock }, { language: 'en' }));
    });
    const random = seededRandom(run);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const others = await Promise.all(
      entries.slice(2).map(async (entry, i) => {
        const at = ends - 200 + random(400);
        while (now() < at) await turn();
        return send(entry, i + 2);
      }),
    );
    const sent = [...inTime, ...others];
    while (now() < ends + 200) await turn();
    done = true;
    await Promise.all(ticks);
    const stored = await app.database.db
      .selectFrom('submissions')
      .where('round_id', '=', roundId)
      .select(['id', 'status', 'submitted_at'])
      .execute();
    const byId = new Map(stored.map((row) => [row.id, row]));
    for (const { id, begun, answer, answered } of sent) {
      expect(['ok', 'writing_closed', 'unavailable']).toContain(answer);
      if (begun >= ends + 1) expect(answer).not.toBe('ok');
      if (answered < ends - 1) expect(answer).not.toBe('writing_closed');
      const row = byId.get(id)!;
      expect(row.status).toBe(answer === 'ok' ? 'pending' : 'draft');
      if (answer === 'ok') expect(row.submitted_at!.getTime()).toBeLessThan(ends);
    }
    expect(sent.some(({ answer }) => answer === 'ok')).toBe(true);
    expect(sent.some(({ answer }) => answer === 'writing_closed')).toBe(true);
    // Entries submitted in time are reviewed after the deadline, and then voting opens once.
    await app.work();
    await tickRounds(app);
    const { rows: steps } = await sql<{ action: string }>`select action from status_log
      where subject_kind = 'round' and subject_id = ${roundId} order by id`.execute(app.database.db);
    expect(steps.map(({ action }) => action)).toEqual(['start', 'open_voting']);
    await sendHome(roundId);
  },
);

it.each([
  ['submission first', false],
  ['suspension first', true],
])('leaves no entry in the round if its author is suspended concurrently (%s)', async (_, suspensionFirst) => {
  const { entries } = await writtenRound(1);
  const { author, id } = entries[0]!;
  const calls = [
    () => said(submitSubmission(memberCtx(app.deps, author), { submissionId: id })),
    () =>
      said(
        restrictAccount(createCtx(app.deps, { language: 'en' }), author.id, {
          action: 'ban',
          reason: 'It was written by somebody else.',
        }),
      ),
  ];
  const answers = await raceForMember(app, author.id, suspensionFirst ? calls.reverse() : calls);
  expect(answers).toEqual(suspensionFirst ? ['ok', 'banned'] : ['ok', 'ok']);
  const { status } = await app.database.db
    .selectFrom('submissions')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow();
  expect(status).toBe('draft');
});
