import { sql } from 'kysely';
import { isJoinedSql } from '#features/participation/server/index.ts';
import { READING_DAYS } from '../model/reading-days.ts';

/** Stories that the member has read lately, except those that they write in. */
export const storiesRead = (accountId: string) => sql`select r.story_id, r.read_at as at from reading_positions r
  where r.account_id = ${accountId} and r.read_at > db_clock() - make_interval(days => ${READING_DAYS})
    and not ${isJoinedSql(accountId, sql`r.story_id`)}`;
