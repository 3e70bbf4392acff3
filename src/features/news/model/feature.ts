import { modelFeature } from '#core/feature.ts';
import { notice } from '#core/notices.ts';
import { HOUR } from '#core/time.ts';
import { MAIL_KINDS, type OwnMailKind } from './mail-kinds.ts';

export const news = modelFeature({
  name: 'news',
  limits: {
    mail_settings: {
      setting: 'LIMIT_MAIL_SETTINGS',
      default: 120,
      says: 'changes of email settings per member and hour',
      window: HOUR,
      per: 'member',
    },
  },
  notices: {
    /** The day after the member’s first chapter was published. */
    chapter_out: notice<{ story: string; chapter: string }>({ subject: 'readable', once: true, mail: 'firsts' }),
    first_readers: notice<{ story: string; chapter: string; count: number }>({
      subject: 'readable',
      once: true,
      mail: 'firsts',
    }),
    /** The member’s address was refused, so they get no more emails about notices. */
    mail_stopped: notice<Record<never, never>>(),
  },
  mailKinds: MAIL_KINDS,
});

type Limits = typeof news.limits;
type Notices = typeof news.notices;

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}

declare module '#core/mail-kinds.ts' {
  interface MailKinds extends Record<OwnMailKind, true> {}
}
