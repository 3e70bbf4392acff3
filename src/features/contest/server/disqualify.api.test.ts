import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#core/time.ts';
import { messageApi } from '#features/messages/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { participationApi } from '#features/participation/contract.ts';
import { toJson } from '#platform/db/json.ts';
import { beginEntry, buildCompetition, enterRound, startRound } from '#testing/competitions.ts';
import {
  buildVoters,
  buildWrittenContest,
  type Contest,
  openAll,
  PHASE,
  pass,
  type Voter,
  vote,
  votesOf,
} from '#testing/contests.ts';
import { buildMember, type Member, outcome } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { restrict, restricted } from '#testing/moderation.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import { contestApi } from '../contract.ts';

const app = setUpTestApp();
let contest: Contest;
let moderator: Member;
let id: string;
const REASON = 'It was written by somebody else.';

beforeAll(() => app.app.cache.setListening(false));
beforeEach(async () => {
  moderator = await buildMember(app, { role: 'moderator' });
  contest = await buildWrittenContest(app, 3);
  id = contest.entries[0]!.id;
});
afterEach(() => expectInvariants(app));

const voting = () => pass(app, contest, PHASE, [moderator]);
const takeOut = (submissionId = id, by: Caller = moderator, reason = REASON) =>
  restrict(app, by, 'disqualify', submissionId, { reason });
const audit = () => app.call(contestApi.audit, { roundId: contest.roundId }, moderator);
const notices = async (member: Member, about: string) => {
  const rows = await app.database.db
    .selectFrom('messages')
    .select('params')
    .where('account_id', '=', member.id)
    .execute();
  return rows.map(({ params }) => params as Record<string, unknown>).filter((params) => params.about === about);
};

describe('a disqualified entry', () => {
  it('leaves the ballot, releases its votes, and notifies its author and voters', async () => {
    await voting();
    const { creator, others, entries, roundId } = contest;
    await vote(app, contest, creator, id);
    await vote(app, contest, others[1]!, id);
    await vote(app, contest, others[2]!, entries[1]!.id);
    expect(outcome(await takeOut())).toBe('200');
    expect([...(await votesOf(app, roundId)).values()]).toEqual([entries[1]!.id]);
    expect(await notices(others[0]!, 'restricted')).toMatchObject([
      { entry: entries[0]!.title, reason: REASON, rule: 'plagiarism', round: 1 },
    ]);
    for (const voter of [creator, others[1]!])
      expect(await notices(voter, 'vote_released')).toMatchObject([{ entry: entries[0]!.title, round: 1 }]);
    expect(await notices(others[2]!, 'vote_released')).toEqual([]);
    const { items } = await app.call(messageApi.list, { limit: 1 }, others[0]!);
    expect(items[0]!.content).toContain(REASON);
    const state = await app.call(contestApi.viewerState, { roundId }, others[0]!);
    expect(state.entry).toMatchObject({ status: 'rejected', reason: REASON });
    // The vote can be cast again, for another entry.
    await vote(app, contest, creator, entries[2]!.id);
    const row = await app.database.db
      .selectFrom('status_log')
      .selectAll()
      .where('subject_kind', '=', 'submission')
      .where('subject_id', '=', id)
      .where('action', '=', 'disqualify')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      from_status: 'approved',
      to_status: 'rejected',
      actor_id: moderator.id,
      reason: REASON,
    });
    expect(outcome(await takeOut())).toBe('409 wrong_state');
  });

  it('stays out, whatever its author submits', async () => {
    expect(outcome(await takeOut())).toBe('200');
    const [author] = contest.others as [Member];
    const again = await app.send(contestApi.submit, { submissionId: id }, author);
    expect(outcome(again)).toBe('409 entry_disqualified');
    const own = await app.call(contestApi.submission, { submissionId: id }, author);
    expect(own).toMatchObject({ rejectionReason: REASON, can: { edit: false, submit: false, withdraw: false } });
    await voting();
    expect(await app.call(contestApi.ballot, { roundId: contest.roundId })).toHaveLength(2);
  });

  it('does not win, and is not in the result', async () => {
    await voting();
    await vote(app, contest, contest.creator, id);
    await takeOut();
    await pass(app, contest, PHASE, [moderator]);
    const result = await app.call(contestApi.result, { roundId: contest.roundId });
    expect(result.map((entry) => entry.id)).toEqual(contest.entries.slice(1).map((entry) => entry.id));
    expect(result[0]).toMatchObject({ isWinner: true, votes: 0 });
    const { status, body } = await app.send(contestApi.entry, { submissionId: id });
    expect([status, body.code]).toEqual([404, 'submission_not_found']);
  });
});

describe('disqualifying an entry', () => {
  it('requires a moderator and a reason', async () => {
    await voting();
    for (const who of [contest.creator, contest.others[1]!])
      expect(outcome(await takeOut(id, who))).toBe('403 forbidden');
    expect(outcome(await takeOut(id, {}))).toBe('401 login_required');
    const { body } = await takeOut(id, moderator, 'short');
    expect(body.fields).toHaveProperty('reason');
    expect(outcome(await takeOut('999999999'))).toBe('404 target_not_found');
  });

  it('is refused for a moderator who has entered the round', async () => {
    const competition = await buildCompetition(app, 1, moderator);
    const other = competition.others[0]!;
    await app.database.db
      .updateTable('stories')
      .set({ mode_settings: toJson({ minParticipants: 2 }) })
      .where('id', '=', competition.storyId)
      .execute();
    const round = await startRound(app, competition);
    const entry = await enterRound(app, round.id, other);
    await app.work();
    await beginEntry(app, round.id, moderator);
    expect(outcome(await takeOut(entry.id))).toBe('403 own_work');
    // They don’t see a report about it either, and can’t resolve one.
    const { id: caseId } = await app.database.db
      .insertInto('report_cases')
      .values({ target_kind: 'submission', target_id: entry.id, account_id: other.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const answer of [
      await app.send(caseApi.case, { kind: 'report', caseId }, moderator),
      await app.send(caseApi.closeReport, { caseId }, moderator),
      await restrict(app, moderator, 'ban', other.id, { caseId }),
    ])
      expect(outcome(answer)).toBe('404 case_not_found');
    // They don’t see the audit of the votes before the end either.
    const looks = () => app.send(contestApi.audit, { roundId: round.id }, moderator);
    expect(outcome(await looks())).toBe('403 own_work');
    await letPass(app, 200 * HOUR, [moderator]);
    expect(outcome(await looks())).toBe('200');
  });

  it('hides an entry after the end without changing counts, and is refused for the winner', async () => {
    await voting();
    const { entries, roundId, creator } = contest;
    await vote(app, contest, creator, entries[1]!.id);
    await letPass(app, PHASE, [moderator, creator]);
    // Also before a tick has counted the votes: the ballot at the end of voting counts.
    expect(outcome(await takeOut(entries[1]!.id))).toBe('409 wrong_state');
    expect(outcome(await takeOut(entries[2]!.id))).toBe('200');
    expect((await audit()).entries.map(({ blocker }) => blocker)).toEqual([null, 'wrong_state', 'wrong_state']);
    const shown = await app.call(contestApi.result, { roundId });
    expect(shown.map(({ id: shownId, votes }) => [shownId, votes])).toEqual([
      [entries[1]!.id, 1],
      [entries[0]!.id, 0],
    ]);
    expect(outcome(await app.send(contestApi.entry, { submissionId: entries[2]!.id }))).toBe(
      '404 submission_not_found',
    );
    expect((await app.call(contestApi.round, { roundId })).result).toMatchObject({ votes: 1 });
  });
});

describe('reversing a disqualification', () => {
  const lift = (restrictionId: string) =>
    app.send(caseApi.lift, { restrictionId, reason: 'It was their own after all.' }, moderator).then(outcome);

  it('reinstates the entry during voting, but not after the round', async () => {
    const [first, second] = contest.entries.map((entry) => ({ id: entry.id })) as [{ id: string }, { id: string }];
    const out = await restricted(app, moderator, 'disqualify', first.id);
    await voting();
    const later = await restricted(app, moderator, 'disqualify', second.id);
    expect(await app.call(contestApi.ballot, { roundId: contest.roundId })).toHaveLength(1);
    expect(await lift(out)).toBe('200');
    expect(await app.call(contestApi.ballot, { roundId: contest.roundId })).toHaveLength(2);
    await vote(app, contest, contest.creator, first.id);
    await pass(app, contest, PHASE, [moderator]);
    expect(await lift(later)).toBe('409 wrong_state');
    const result = await app.call(contestApi.result, { roundId: contest.roundId });
    expect(result[0]).toMatchObject({ id: first.id, isWinner: true });
  });
});

describe('a judge of a round', () => {
  it('can neither enter nor vote, and loses an earlier vote', async () => {
    await app.call(participationApi.apply, { storyId: contest.storyId }, moderator);
    await takeOut();
    const enters = await app.send(contestApi.createSubmission, { roundId: contest.roundId }, moderator);
    expect(outcome(enters)).toBe('409 round_judged');
    const [, second] = contest.entries;
    const other = await buildMember(app, { role: 'moderator' });
    await pass(app, contest, PHASE, [moderator, other]);
    await openAll(app, contest, [moderator, other]);
    const votes = (who: Member) =>
      app.send(contestApi.castVote, { roundId: contest.roundId, submissionId: second!.id }, who);
    expect(outcome(await votes(moderator))).toBe('409 round_judged');
    expect(outcome(await votes(other))).toBe('200');
    await app.call(contestApi.audit, { roundId: contest.roundId }, other);
    expect((await votesOf(app, contest.roundId)).size).toBe(0);
    expect(outcome(await votes(other))).toBe('409 round_judged');
    const state = await app.call(contestApi.viewerState, { roundId: contest.roundId }, other);
    expect(state).toMatchObject({ can: { vote: false }, refusal: 'round_judged', vote: null });
  });

  it('can’t be the creator of the round', async () => {
    await app.database.db
      .insertInto('account_roles')
      .values({ account_id: contest.creator.id, role: 'moderator' })
      .execute();
    expect(outcome(await takeOut(id, contest.creator))).toBe('403 own_work');
    const looks = await app.send(contestApi.audit, { roundId: contest.roundId }, contest.creator);
    expect(outcome(looks)).toBe('403 own_work');
  });
});

describe('the audit of a vote', () => {
  it('groups votes by time and by account age, without naming voters', async () => {
    await voting();
    const voters = await buildVoters(app, 3);
    await openAll(app, contest, voters);
    for (const voter of voters) await vote(app, contest, voter, id);
    await vote(app, contest, contest.creator, contest.entries[1]!.id);
    const told = await audit();
    expect(told).toMatchObject({ votes: 4, storyTitle: 'Salt and Lemons', round: { status: 'voting', result: null } });
    expect(told.overTime).toHaveLength(24);
    expect(told.overTime[0]!.votes).toBe(4);
    expect(told.overTime[0]!.from).toBe(told.round.votingStartedAt);
    expect(told.entries.map((entry) => entry.id)).toEqual(contest.entries.map((entry) => entry.id));
    expect(told.entries[0]).toMatchObject({
      votes: 3,
      status: 'approved',
      blocker: null,
      author: { id: contest.others[0]!.id },
    });
    expect(told.entries[0]!.ages).toEqual([
      { age: 'day', votes: 0 },
      { age: 'week', votes: 0 },
      { age: 'month', votes: 0 },
      { age: 'older', votes: 3 },
    ]);
    expect(told.entries[1]!.ages[0]).toEqual({ age: 'day', votes: 1 });
    const text = JSON.stringify(told);
    for (const voter of voters as Voter[]) expect(text).not.toContain(`"${voter.id}"`);
  });

  it('is empty before voting, and visible to moderators only', async () => {
    expect(await audit()).toMatchObject({
      votes: 0,
      overTime: [],
      entries: [{ votes: 0 }, { votes: 0 }, { votes: 0 }],
    });
    const asked = async (by: Caller, roundId = contest.roundId) =>
      outcome(await app.send(contestApi.audit, { roundId }, by));
    expect(await asked(contest.creator)).toBe('403 forbidden');
    expect(await asked({})).toBe('401 login_required');
    expect(await asked(moderator, '999999999')).toBe('404 round_not_found');
  });
});
