import { sql } from 'kysely';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Db } from './database.ts';
import type { Row } from './rows.ts';
import { moveStatus } from './status-log.ts';

// Tested by the compiler: if an expected error is missing, `npm run check` fails.
const typed = async (db: Db) => {
  const story = { kind: 'story', id: '1', table: 'stories', column: 'status', story: 'id' } as const;
  const step = { action: 'submit', actorId: null };
  await moveStatus(db, story, { ...step, from: 'draft', to: 'pending' }, { published_at: sql<Date>`now()` });
  await moveStatus(db, { ...story, column: 'edit_status' }, { ...step, from: null, to: 'draft' });
  // @ts-expect-error a status of chapters
  await moveStatus(db, story, { ...step, from: 'draft', to: 'approved' });
  // @ts-expect-error a published story has a status
  await moveStatus(db, story, { ...step, from: 'published', to: null });
  // @ts-expect-error no status
  await moveStatus(db, { ...story, column: 'title' }, { ...step, from: 'draft', to: 'pending' });
  // @ts-expect-error no table
  await moveStatus(db, { ...story, table: 'novels' }, { ...step, from: 'draft', to: 'pending' });
  const chapter = { kind: 'chapter', id: '1', table: 'chapters', column: 'status' } as const;
  // @ts-expect-error a chapter names its story
  await moveStatus(db, { ...chapter, story: null }, { ...step, from: 'draft', to: 'pending' });
  // @ts-expect-error no column of stories
  await moveStatus(db, story, { ...step, from: 'draft', to: 'pending' }, { decided_at: sql<Date>`now()` });
};

describe('moveStatus', () => {
  it('accepts only statuses that the CHECK of the column allows, and only existing tables and columns', () => {
    expect(typed).toBeTypeOf('function');
    expectTypeOf<Row<'rounds'>['status']>().toEqualTypeOf<'scheduled' | 'writing' | 'voting' | 'completed'>();
  });
});
