import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import { jobKind } from '#platform/jobs/jobs.ts';

/** The email of a message whose kind has the channel `mail`. */
export const noticeMail = jobKind(
  'messages.mail',
  z.object({ accountId: id, messageId: id }),
  // Like emails about accounts.
  { priority: 'patient', lanes: 2 },
);
