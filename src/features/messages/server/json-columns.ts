import type { NoticeParams } from '#core/notices.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'messages.params': NoticeParams;
  }
}
