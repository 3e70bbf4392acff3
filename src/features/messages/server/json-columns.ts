import type { MessageParams } from './message-text.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'messages.params': MessageParams;
  }
}
