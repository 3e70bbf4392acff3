import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { LetterKind } from '#platform/mail/send-letter.ts';
import { activeAdministrators, forgetProblem, noteProblem, type OperatorProblem } from './operator-problems.repo.ts';
import { mailAccount } from './restriction.service.ts';

/** The email about each problem. None about the mail server, because it would only arrive when the problem is over. */
export const PROBLEM_LETTERS: Readonly<Record<OperatorProblem, LetterKind | null>> = {
  backup: 'backup_overdue',
  disk: 'disk_full',
  mail: null,
  replica: 'replica_late',
  storage: 'storage_down',
};

/**
 * Reports whether the site has a problem that its operator has to solve. When it appears, it is logged and emailed to all
 * administrators, once: again only after it was over.
 */
export async function reportProblem(
  ctx: Ctx,
  problem: OperatorProblem,
  { is, says }: { is: boolean; says: string },
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!is) {
      if (await forgetProblem(inner.db, problem)) inner.log.info({ problem }, 'A problem of the site is over');
      return;
    }
    if (!(await noteProblem(inner.db, problem))) return;
    inner.log.error({ problem }, says);
    const kind = PROBLEM_LETTERS[problem];
    if (kind === null) return;
    for (const accountId of await activeAdministrators(inner.db)) await mailAccount(inner, accountId, kind);
  });
}
