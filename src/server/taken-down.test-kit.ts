import { chapterApi } from '#features/chapters/contract.ts';
import { type Member, outcome } from '#testing/factories.ts';
import type { TestApp } from '#testing/test-app.ts';

/** Calls of the tests of chapters that their authors take down. */
export function takingDownOf(app: TestApp) {
  return {
    takeDown: (chapterId: string, by: Member) => app.send(chapterApi.takeDown, { chapterId }, by).then(outcome),
    submit: (chapterId: string, by: Member) => app.send(chapterApi.submit, { chapterId }, by).then(outcome),
    detail: (chapterId: string) => app.call(chapterApi.detail, { chapterId }),
    draftOf: (chapterId: string, by: Member) => app.call(chapterApi.draft, { chapterId }, by),
    rowOf: (id: string) =>
      app.database.db.selectFrom('chapters').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
