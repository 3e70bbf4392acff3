import { type MailKindRule, mailKind } from '#core/mail-kinds.ts';

export type OwnMailKind = 'turns' | 'votes' | 'requests' | 'returned' | 'published' | 'firsts';

/** The kinds of emails about notices of the features so far. A later feature declares its own. */
export const MAIL_KINDS: Readonly<Record<OwnMailKind, MailKindRule>> = {
  turns: mailKind(),
  votes: mailKind(),
  requests: mailKind(),
  /** Rejected texts of any kind. */
  returned: mailKind(),
  published: mailKind({ choices: ['at_once', 'first', 'never'], initial: 'first' }),
  /** About the first chapter of a writer. */
  firsts: mailKind(),
};
