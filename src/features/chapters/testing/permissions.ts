import { storyApi } from '#features/stories/contract.ts';
import { NO_STORY, story } from '#features/stories/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { buildChapterDraft, buildPublishedStory, buildStory, doubtfulProse, prose } from '#testing/factories.ts';
import { type Act, FORBIDDEN, OK, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { forEachMember, type World } from '#testing/permissions/world.ts';
import { chapterApi } from '../contract.ts';
import { chapter, NO_CHAPTER, UNREADABLE } from './targets.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    chapters: PathsOf<typeof chapterApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    chapters:
      | 'own chapter'
      | 'chapter'
      | 'draft chapter'
      | 'draft story’s chapter'
      | 'pending chapter'
      | 'deleted chapter'
      | 'taken down chapter';
  }
}

/** `own chapter` is a draft. */
const acts: readonly Act[] = [
  {
    call: chapterApi.list,
    send: story,
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], OK],
    ],
  },
  {
    call: chapterApi.listOwn,
    send: story,
    on: [[['missing', 'own story', 'solo', 'draft story', 'pending story', 'deleted story'], OK]],
  },
  {
    call: chapterApi.editor,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story', 'solo', 'relay', 'branch', 'competition'], OK],
      [['draft story', 'pending story'], { rest: NO_STORY, 'C Mo A': OK }],
    ],
  },
  {
    call: chapterApi.create,
    send: (storyId) => ({ storyId, title: 'x' }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], OK],
      [['solo'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: OK }],
      [['relay'], { rest: FORBIDDEN, 'P C': '409 not_your_turn', W: OK }],
      [['competition'], { rest: FORBIDDEN, C: '409 only_by_rounds' }],
    ],
  },
  {
    call: chapterApi.create,
    send: (parentChapterId, idOf) => ({ storyId: idOf('branch'), parentChapterId, title: 'x' }),
    on: [
      [['missing', 'branch draft'], NO_CHAPTER],
      [['branch chapter'], { rest: FORBIDDEN, 'P C': OK }],
    ],
  },
  {
    call: chapterApi.create,
    send: (storyId) => ({ storyId, title: 'x', keep: true }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['solo'], { rest: FORBIDDEN, C: OK }],
      [['relay'], { rest: FORBIDDEN, 'P C W': OK }],
    ],
  },
  {
    call: chapterApi.move,
    send: (chapterId, idOf) => ({ chapterId, parentChapterId: idOf('branch chapter') }),
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], WRONG_STATE],
      [['chapter'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['draft story’s chapter', 'draft chapter'], { rest: NO_CHAPTER, C: WRONG_STATE }],
      [['pending chapter'], { rest: NO_CHAPTER, C: '409 chapter_in_review' }],
      [['branch draft'], { rest: NO_CHAPTER, P: OK }],
    ],
  },
  {
    call: chapterApi.detail,
    send: chapter,
    on: [
      [UNREADABLE, NO_CHAPTER],
      [['chapter'], OK],
    ],
  },
  {
    call: chapterApi.draft,
    send: chapter,
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], OK],
      [
        ['chapter', 'taken down chapter', 'draft story’s chapter', 'draft chapter', 'pending chapter'],
        { rest: NO_CHAPTER, 'C Mo A': OK },
      ],
      [['branch draft'], { rest: NO_CHAPTER, 'P Mo A': OK }],
      [['turn draft'], { rest: NO_CHAPTER, 'W Mo A': OK }],
    ],
  },
  {
    call: chapterApi.hiddenText,
    send: chapter,
    on: [
      [['missing', 'deleted chapter', 'own chapter', 'chapter', 'pending chapter'], NO_CHAPTER],
      [['hidden chapter', 'taken down chapter'], { rest: NO_CHAPTER, 'C Mo A': OK }],
    ],
  },
  {
    call: chapterApi.viewerState,
    send: chapter,
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter', 'chapter'], OK],
      [['draft story’s chapter', 'draft chapter', 'pending chapter'], { rest: NO_CHAPTER, 'C Mo A': OK }],
      [['branch draft'], { rest: NO_CHAPTER, 'P Mo A': OK }],
      [['turn draft'], { rest: NO_CHAPTER, 'W Mo A': OK }],
    ],
  },
  {
    call: chapterApi.update,
    send: (chapterId) => ({ chapterId, title: 'x', version: 1 }),
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], OK],
      [['chapter'], { rest: FORBIDDEN, C: '409 chapter_changed' }],
      [['draft story’s chapter', 'draft chapter'], { rest: NO_CHAPTER, C: OK }],
      [['pending chapter'], { rest: NO_CHAPTER, C: '409 chapter_in_review' }],
      [['branch draft'], { rest: NO_CHAPTER, P: OK }],
      [['turn draft'], { rest: NO_CHAPTER, W: OK }],
    ],
  },
  {
    call: chapterApi.submit,
    send: chapter,
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], WRONG_STATE],
      [['chapter'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['draft story’s chapter'], { rest: NO_CHAPTER, C: WRONG_STATE }],
      [['draft chapter'], { rest: NO_CHAPTER, C: OK }],
      [['pending chapter'], { rest: NO_CHAPTER, C: '409 chapter_in_review' }],
      [['branch draft'], { rest: NO_CHAPTER, P: OK }],
      [['turn draft'], { rest: NO_CHAPTER, W: '400 invalid_input' }],
    ],
  },
  {
    call: chapterApi.withdraw,
    send: chapter,
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], WRONG_STATE],
      [['chapter'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['draft story’s chapter', 'draft chapter', 'pending chapter'], { rest: NO_CHAPTER, C: WRONG_STATE }],
      [['branch draft'], { rest: NO_CHAPTER, P: WRONG_STATE }],
    ],
  },
  {
    call: chapterApi.discardEdit,
    send: chapter,
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], WRONG_STATE],
      [['chapter'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['draft story’s chapter', 'draft chapter'], { rest: NO_CHAPTER, C: WRONG_STATE }],
      [['pending chapter'], { rest: NO_CHAPTER, C: '409 chapter_in_review' }],
      [['branch draft'], { rest: NO_CHAPTER, P: WRONG_STATE }],
    ],
  },
  {
    call: chapterApi.takeDown,
    send: chapter,
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], WRONG_STATE],
      [['taken down chapter'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['hidden chapter'], { rest: FORBIDDEN, C: '409 chapter_hidden' }],
      [['draft story’s chapter', 'draft chapter'], { rest: NO_CHAPTER, C: WRONG_STATE }],
      [['pending chapter'], { rest: NO_CHAPTER, C: '409 chapter_in_review' }],
      [['branch draft'], { rest: NO_CHAPTER, P: WRONG_STATE }],
    ],
  },
  {
    call: chapterApi.delete,
    send: chapter,
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], OK],
      [['chapter'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['draft story’s chapter', 'draft chapter'], { rest: NO_CHAPTER, C: OK }],
      [['pending chapter'], { rest: NO_CHAPTER, C: WRONG_STATE }],
      [['branch draft'], { rest: NO_CHAPTER, P: OK }],
    ],
  },
  {
    call: chapterApi.undelete,
    send: chapter,
    on: [
      [
        [
          'missing',
          'own chapter',
          'chapter',
          'draft story’s chapter',
          'draft chapter',
          'pending chapter',
          'branch draft',
          'deleted chapter',
        ],
        NO_CHAPTER,
      ],
    ],
  },
  {
    call: chapterApi.revisions,
    send: chapter,
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], OK],
      [
        ['chapter', 'draft story’s chapter', 'draft chapter', 'pending chapter'],
        { rest: NO_CHAPTER, C: OK, 'Mo A': FORBIDDEN },
      ],
      [['branch draft'], { rest: NO_CHAPTER, P: OK, 'Mo A': FORBIDDEN }],
    ],
  },
  {
    call: chapterApi.revision,
    send: (chapterId) => ({ chapterId, revision: 1 }),
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], OK],
      [
        ['chapter', 'draft story’s chapter', 'draft chapter', 'pending chapter'],
        { rest: NO_CHAPTER, C: OK, 'Mo A': FORBIDDEN },
      ],
      [['branch draft'], { rest: NO_CHAPTER, P: OK, 'Mo A': FORBIDDEN }],
    ],
  },
  {
    call: chapterApi.restoreRevision,
    send: (chapterId) => ({ chapterId, revision: 1, version: 1 }),
    on: [
      [['missing', 'deleted chapter'], NO_CHAPTER],
      [['own chapter'], OK],
      [['chapter'], { rest: NO_CHAPTER, C: '409 chapter_changed', 'Mo A': FORBIDDEN }],
      [['draft story’s chapter', 'draft chapter'], { rest: NO_CHAPTER, C: OK, 'Mo A': FORBIDDEN }],
      [['pending chapter'], { rest: NO_CHAPTER, C: '409 chapter_in_review', 'Mo A': FORBIDDEN }],
      [['branch draft'], { rest: NO_CHAPTER, P: OK, 'Mo A': FORBIDDEN }],
    ],
  },
  {
    call: chapterApi.listOwn,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
];

/** Stories of C by one writer, with their chapters, in every state. */
async function plantTexts({ app, members: { C }, put }: World): Promise<void> {
  const solo = await buildPublishedStory(app, C);
  put('solo', solo.story.id);
  put('chapter', solo.chapterId);
  put('draft chapter', (await buildChapterDraft(app, C, solo.story.id)).id);
  const begun = async (words: string) => {
    const { id: storyId } = await buildStory(app, C);
    const { id: chapterId } = await buildChapterDraft(app, C, storyId, { content: words });
    return { storyId, chapterId };
  };
  const draft = await begun(prose(150, 800));
  put('draft story', draft.storyId);
  put('draft story’s chapter', draft.chapterId);
  const pending = await begun(doubtfulProse(150, 801));
  await app.call(storyApi.submit, { storyId: pending.storyId }, C);
  await app.work();
  put('pending story', pending.storyId);
  put('pending chapter', pending.chapterId);
  const deleted = await buildPublishedStory(app, C);
  await app.call(storyApi.delete, { storyId: deleted.story.id }, C);
  put('deleted story', deleted.story.id);
  put('deleted chapter', deleted.chapterId);
  const down = await buildPublishedStory(app, C);
  await app.call(chapterApi.takeDown, { chapterId: down.chapterId }, C);
  put('taken down chapter', down.chapterId);
}

async function plantOwnChapters(world: World): Promise<void> {
  await forEachMember(world, async (member, role) => {
    const { id } = await buildChapterDraft(world.app, member, world.ownOf('own story', role));
    world.putOwn('own chapter', role, id);
  });
}

export const permissions: Permissions = {
  acts,
  plants: [{ plant: plantTexts }, { needs: ['own story'], plant: plantOwnChapters }],
};
