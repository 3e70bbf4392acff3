import * as z from 'zod/mini';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { listProblems } from '#features/accounts/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { countJobs, type JobCount } from '#platform/jobs/jobs.repo.ts';
import { enqueue, jobKind } from '#platform/jobs/jobs.ts';
import type { Examination, SiteState } from '../contract-examination.ts';
import { beginExamination, findExamination } from './examination.repo.ts';

/** Examines the site. Its handler belongs to the server, because it looks at what no feature knows. */
export const examination = jobKind('examination', z.object({}), { priority: 'patient', lanes: 1 });

/** Returns what is wrong with the running of the site, its queues, and the last examination. */
export async function getSiteState(ctx: Ctx): Promise<SiteState> {
  const jobs = await countJobs(ctx.db);
  const waiting = (of: readonly JobCount[]) => of.reduce((sum, kind) => sum + kind.waiting, 0);
  const problems = await listProblems(ctx.db);
  return {
    problems: problems.map(({ problem, since }) => ({ problem, since: since.toISOString() })),
    mailsWaiting: waiting(jobs.filter(({ name }) => name.endsWith('mail'))),
    jobsWaiting: waiting(jobs),
    jobsFailed: jobs.reduce((sum, { failed }) => sum + failed, 0),
    examination: await lastExamination(ctx),
  };
}

async function lastExamination({ db }: Ctx): Promise<Examination | null> {
  const last = await findExamination(db);
  if (!last) return null;
  return {
    state: last.finished_at ? 'done' : last.is_running ? 'running' : 'unfinished',
    askedAt: last.asked_at.toISOString(),
    finishedAt: last.finished_at?.toISOString() ?? null,
    findings: last.findings.map((finding) => ({ ...finding, words: { ...finding.words } })),
  };
}

/** Asks a worker to examine the site. Throws examination_running if that goes on already. */
export function askExamination(
  ctx: Ctx,
  { sendMail, tryRestore }: { sendMail: boolean; tryRestore: boolean },
): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const asked = { askedBy: memberOf(ctx).id, sendsMail: sendMail, triesRestore: tryRestore };
    if (!(await beginExamination(inner.db, asked))) throw new AppError('examination_running');
    await enqueue(inner, examination, {}, { key: 'examination' });
    return DONE;
  });
}
