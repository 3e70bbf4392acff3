import { baseLanguage, DEFAULT_LANGUAGE } from '#core/languages.ts';
import { findAccount } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import { type LetterKind, sendLetter } from '#platform/mail/send-letter.ts';
import { kindOf, targetOf } from './kinds.ts';
import { wordsOf } from './message-text.ts';
import { noticeMail } from './notice-mail.ts';

/** Sends the email of a message, in the recipient’s language. Skips it if the message or the account is gone. */
export const noticeMailJob = handleJob(noticeMail, async (ctx: Ctx, { accountId, messageId }) => {
  const account = await findAccount(ctx.db, { id: accountId });
  if (account?.status !== 'active') return;
  const message = await ctx.db
    .selectFrom('messages')
    .select(['type', 'story_id', 'chapter_id', 'params'])
    .where('account_id', '=', accountId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!message) return;
  const language = baseLanguage(account.preferred_language) ?? DEFAULT_LANGUAGE;
  const target = targetOf(ctx.notices, message);
  await sendLetter(ctx, {
    // Kinds with this channel have the texts of a letter, which a test checks.
    kind: kindOf(message) as LetterKind,
    to: account.email,
    language,
    words: { name: account.username, ...wordsOf(language, message.params) },
    href: target === null ? undefined : new URL(target, ctx.config.publicUrl).href,
  });
});
