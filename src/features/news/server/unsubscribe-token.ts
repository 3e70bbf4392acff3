import { timingSafeEqual } from 'node:crypto';
import { isId } from '#core/ids.ts';
import type { MailKind, MailKindRules } from '#core/mail-kinds.ts';
import type { Ctx } from '#platform/context.ts';

const PURPOSE = 'mail-unsubscribe';

/** Makes the token of a link that stops emails of a kind. It is the same in every email, and doesn’t expire. */
export function unsubscribeToken({ secrets }: Pick<Ctx, 'secrets'>, accountId: string, kind: string): string {
  return `${accountId}.${kind}.${secrets.sign(PURPOSE, accountId, kind).toString('base64url')}`;
}

/** Returns whose emails of which kind a token stops. Null if it isn’t one of ours, or of a kind that no longer exists. */
export function readUnsubscribeToken(
  ctx: Pick<Ctx, 'secrets' | 'mailKinds'>,
  token: string,
): { accountId: string; kind: MailKind } | null {
  const [, accountId = '', kind = ''] = /^(\d{1,19})\.([a-z_]{1,40})\.[\w-]{43}$/.exec(token) ?? [];
  if (!isId(accountId) || !isMailKind(ctx.mailKinds, kind)) return null;
  const expected = Buffer.from(unsubscribeToken(ctx, accountId, kind));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { accountId, kind } : null;
}

export function isMailKind(rules: MailKindRules, kind: string): kind is MailKind {
  return Object.hasOwn(rules, kind);
}
