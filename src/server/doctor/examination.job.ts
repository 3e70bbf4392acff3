import { baseLanguage, DEFAULT_LANGUAGE } from '#core/languages.ts';
import { findAccount } from '#features/accounts/server/index.ts';
import type { SiteFinding } from '#features/moderation/model/examination.ts';
import { examination, findExamination, finishExamination } from '#features/moderation/server/index.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import { examine } from './doctor.ts';

/** Examines the site for an administrator. Does nothing if that was done, or is too long ago. */
export const examinationJob = handleJob(examination, async (ctx) => {
  const asked = await findExamination(ctx.db);
  if (!asked?.is_running) return;
  const account = asked.sends_mail ? await findAccount(ctx.db, { id: asked.asked_by }) : undefined;
  const mailTo =
    account?.status === 'active'
      ? { address: account.email, language: baseLanguage(account.preferred_language) ?? DEFAULT_LANGUAGE }
      : null;
  const findings: SiteFinding[] = [];
  const patient = { deps: ctx, database: { db: ctx.db }, mailTo, triesRestore: asked.tries_restore };
  await examine(patient, (area, finding) => findings.push({ area, ...finding }));
  await finishExamination(ctx.db, asked.asked_at, findings);
});
