import { next } from '#core/machine.ts';
import type { Db } from '#platform/db/database.ts';
import { moveStatus } from '#platform/db/status-log.ts';
import { type EditAction, type EditStatus, editMachine } from '../model/story-status.ts';

const TABLES = { story: 'stories', chapter: 'chapters' } as const;

/** Moves the edit of something published; `begin` and `end` are its edges. Throws `conflict` when somebody was faster. */
export async function moveEdit(
  db: Db,
  kind: keyof typeof TABLES,
  { id, facts }: { id: string; facts: { editStatus: EditStatus | null } },
  action: EditAction | 'begin' | 'end',
  actorId: string | null,
): Promise<void> {
  const from = facts.editStatus;
  const to = action === 'begin' ? 'draft' : action === 'end' || from === null ? null : next(editMachine, from, action);
  const holder = { kind, id, table: TABLES[kind], column: 'edit_status' } as const;
  await moveStatus(db, holder, { action: `edit_${action}`, from, to, actorId });
}
