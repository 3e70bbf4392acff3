import { handle } from '#platform/http/pipeline.ts';
import { messageApi } from '../contract.ts';
import { countMessages, listMessages, listUnread, markAllRead, markRead } from './messages.service.ts';

export const messageRoutes = [
  handle(messageApi.unread, listUnread),
  handle(messageApi.list, listMessages),
  handle(messageApi.counts, countMessages),
  handle(messageApi.markRead, markRead),
  handle(messageApi.markAllRead, markAllRead),
];
