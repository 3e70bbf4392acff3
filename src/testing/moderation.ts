import { caseApi } from '#features/moderation/contract-cases.ts';
import type { RestrictionAction } from '#features/moderation/model/restriction.ts';
import type { Caller, TestApp, WireAnswer } from './test-app.ts';

export const WHY = 'It was written by somebody else.';

/** Lets a moderator restrict a member or their content. Returns the raw response. */
export function restrict(
  app: TestApp,
  by: Caller,
  action: RestrictionAction,
  targetId: string,
  more: Record<string, unknown> = {},
): Promise<WireAnswer> {
  return app.send(caseApi.restrict, { action, targetId, rule: 'plagiarism', reason: WHY, ...more }, by);
}

/** Like `restrict`, but must succeed. Returns the id of the restriction. */
export async function restricted(...call: Parameters<typeof restrict>): Promise<string> {
  const { status, body } = await restrict(...call);
  if (status !== 200) throw new Error(`moderation/restrict returned ${status} ${JSON.stringify(body)}`);
  return (body.data as { restrictionId: string }).restrictionId;
}
