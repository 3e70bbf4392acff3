import { authorize } from '#core/decision.ts';
import type { KeyLimit } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Receipt } from '../../contract-public-reports.ts';
import { groundProblem, needsName, type ReportGround } from '../../model/public-report.ts';
import { referenceNumber } from '../../model/reference-number.ts';
import { canReport } from '../../model/restriction-policy.ts';
import { openCase } from '../reports.repo.ts';
import { publicReportMail } from './public-report-mail.ts';
import { hasReported, insertPublicReport } from './public-reports.repo.ts';
import { findReportedTarget, toReportedTarget } from './reported-target.ts';

interface PublicReportInput extends ReportGround {
  url: string;
  passage?: string | undefined;
  detail: string;
}

interface Sender {
  reporterId: string | null;
  /** Of a visitor. */
  name: string | null;
  email: string | null;
}

/**
 * Adds the report of a visitor to the case about what is at the address, and emails a receipt. Throws an error of the
 * field that is missing or wrong, please_complete_verification, or too_many_requests.
 */
export async function sendPublicReport(
  ctx: Ctx,
  input: PublicReportInput & {
    name?: string | undefined;
    email?: string | undefined;
    cfTurnstileResponse?: string | undefined;
  },
): Promise<Receipt> {
  requireGround(input);
  const { name, email } = input;
  if (needsName(input) || name || email) requireNamed({ name, email });
  // Before the check, which can be used once: a wrong address must not require another one.
  await findReportedTarget(ctx, input.url);
  await ctx.humanCheck.verify(ctx, 'report', input.cfTurnstileResponse);
  const add = () => addReport(ctx, input, { reporterId: null, name: name ?? null, email: email ?? null });
  return counted(ctx, 'public_report', `address ${ctx.address}`, () =>
    email ? counted(ctx, 'public_report_email', emailKey(ctx, email), add) : add(),
  );
}

/**
 * Like the form of visitors, for a member, whose name and address are known. Throws own_target, or already_reported
 * while the case is open.
 */
export async function sendReportAsMember(ctx: Ctx, input: PublicReportInput): Promise<Receipt> {
  requireGround(input);
  const { id: reporterId } = memberOf(ctx);
  return counted(ctx, 'public_report', `member ${reporterId}`, () =>
    addReport(ctx, input, { reporterId, name: null, email: null }),
  );
}

/** Sends a report and counts it for this limit, unless the limit or anything later refuses it. */
async function counted<T>({ limits }: Ctx, limit: KeyLimit, key: string, send: () => Promise<T>): Promise<T> {
  try {
    await limits.ofKey(limit, key);
    return await send();
  } catch (error) {
    await limits.keyNotDone(limit, key);
    throw error;
  }
}

function requireGround(input: ReportGround): void {
  const fields = groundProblem(input);
  if (fields) throw new AppError('invalid_input', { fields });
}

function requireNamed({ name, email }: { name: string | undefined; email: string | undefined }): void {
  const fields = {
    ...(name ? {} : { name: { code: 'reporter_name' } }),
    ...(email ? {} : { email: { code: 'email_empty' } }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

/** Returns a key for the limit per address that doesn’t contain the address. */
function emailKey(ctx: Pick<Ctx, 'secrets'>, email: string): string {
  return ctx.secrets.sign('report-email', email).toString('base64url').slice(0, 22);
}

function addReport(ctx: Ctx, input: PublicReportInput, { reporterId, name, email }: Sender): Promise<Receipt> {
  const { url, ground, rule, law, country, passage = '', detail } = input;
  return inTransaction(ctx, async (inner) => {
    const target = await findReportedTarget(inner, url);
    const { kind, ownerId, isPublic } = target;
    if (reporterId) authorize(canReport(ctx.actor, { kind, ownerId, ownerRoles: [], isPublic }));
    const caseId = await openCase(inner.db, target);
    if (reporterId && (await hasReported(inner.db, caseId, reporterId))) throw new AppError('already_reported');
    const isLaw = ground === 'law';
    const added = await insertPublicReport(inner.db, {
      case_id: caseId,
      reporter_id: reporterId,
      name,
      email,
      language: ctx.language,
      reason: isLaw ? null : (rule ?? null),
      law: isLaw ? (law ?? null) : null,
      country: isLaw ? (country ?? null) : null,
      passage,
      detail,
    });
    if (!added) throw new AppError('already_reported');
    if (reporterId !== null || email !== null)
      await enqueue(inner, publicReportMail, { reportId: added.id, outcome: null });
    return {
      number: referenceNumber(added.id, added.created_at),
      sentAt: added.created_at.toISOString(),
      target: toReportedTarget(target),
    };
  });
}
