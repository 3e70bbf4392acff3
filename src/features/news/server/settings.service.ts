import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import type { MailChoice, MailKind, MailKindRules } from '#core/mail-kinds.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import type { NewsSettings } from '../contract.ts';
import { forgetRefusals } from './deliveries.repo.ts';
import { readChoices, saveChoice } from './mail-settings.repo.ts';
import { isMailKind, readUnsubscribeToken } from './unsubscribe-token.ts';

/** Returns the name of a kind of email. */
function nameOf(language: Language, kind: string): string {
  return translatorOf(language).find(`mail_kind.${kind}`, {}) ?? kind;
}

/** Returns what the caller gets by email. */
export async function getSettings(ctx: Ctx): Promise<NewsSettings> {
  const { id } = memberOf(ctx);
  const choices = await readChoices(ctx.db, ctx.mailKinds, id);
  const account = await ctx.db
    .selectFrom('accounts as a')
    .leftJoin('mail_refusals as r', 'r.account_id', 'a.id')
    .where('a.id', '=', id)
    .select(['a.email', 'a.time_zone', 'r.stopped_at'])
    .executeTakeFirstOrThrow();
  const rules: Readonly<Record<string, MailKindRules[MailKind]>> = ctx.mailKinds;
  return {
    mails: Object.entries(rules).map(([kind, rule]) => ({
      kind,
      label: nameOf(ctx.language, kind),
      help: translatorOf(ctx.language).find(`mail_kind.${kind}.help`, {}) ?? '',
      choices: [...rule.choices],
      choice: choices.get(kind) ?? rule.initial,
    })),
    email: account.email,
    isStopped: account.stopped_at !== null,
    timeZone: account.time_zone,
  };
}

/** Throws invalid_input for a kind that doesn’t exist, and for what can’t be chosen for a kind. */
export async function chooseMail(ctx: Ctx, input: { kind: string; choice: MailChoice }): Promise<typeof DONE> {
  const { kind, choice } = input;
  if (!isMailKind(ctx.mailKinds, kind) || !ctx.mailKinds[kind].choices.includes(choice))
    throw new AppError('invalid_input');
  await inTransaction(ctx, ({ db }) => saveChoice(db, memberOf(ctx).id, kind, choice));
  return DONE;
}

/** Sends emails to the caller again. */
export async function resumeMails(ctx: Ctx): Promise<typeof DONE> {
  await inTransaction(ctx, ({ db }) => forgetRefusals(db, memberOf(ctx).id));
  return DONE;
}

/** Returns what a link of an email stops. Throws not_found if it stops nothing. */
export async function whatStops(ctx: Ctx, { token }: { token: string }): Promise<{ label: string }> {
  const link = await readUnsubscribeToken(ctx, token);
  if (!link) throw new AppError('not_found');
  return { label: nameOf(ctx.language, link.kind) };
}

/** Stops emails by a link, without a login. Returns false if the link stops nothing. */
export function stopMails(ctx: Ctx, token: string): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const link = await readUnsubscribeToken(inner, token, { lock: true });
    if (link) await saveChoice(inner.db, link.accountId, link.kind, 'never');
    return link !== null;
  });
}
