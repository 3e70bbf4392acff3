import { NO_CHAPTER, UNREADABLE } from '#features/chapters/testing/targets.ts';
import { NO_STORY } from '#features/stories/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { type Act, FORBIDDEN, OK, reason, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import type { World } from '#testing/permissions/world.ts';
import { buildTranslation, makeReviewer, publishTranslation, submitTranslation } from '#testing/translations.ts';
import { translationApi } from '../contract.ts';

const NO_TRANSLATION = '404 translation_not_found';
const translation = (translationId: string) => ({ translationId });

declare module '#testing/calls.ts' {
  interface ApiPaths {
    translation: PathsOf<typeof translationApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    translation:
      | 'saved translation'
      | 'waiting translation'
      | 'public translation'
      | 'claimed translation'
      | 'version of the claimed translation'
      | 'name';
  }
}

/** T wrote all of these translations. R reviews German. */
const acts: readonly Act[] = [
  {
    call: translationApi.story,
    send: (storyId) => ({ storyId, language: 'de' }),
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], OK],
    ],
  },
  {
    call: translationApi.titles,
    send: (storyId) => ({ storyId, language: 'de' }),
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], OK],
    ],
  },
  {
    call: translationApi.chapters,
    send: (storyId, idOf) => ({ storyId, language: 'de', chapterIds: idOf('chapter') }),
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], OK],
    ],
  },
  {
    call: translationApi.chapter,
    send: (chapterId) => ({ chapterId, language: 'de' }),
    on: [
      [UNREADABLE, NO_CHAPTER],
      [['chapter'], OK],
    ],
  },
  {
    call: translationApi.beside,
    send: (chapterId) => ({ chapterId, language: 'de' }),
    on: [
      [UNREADABLE, NO_CHAPTER],
      [['chapter'], OK],
    ],
  },
  {
    call: translationApi.editor,
    send: (storyId) => ({ storyId, language: 'ko' }),
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], OK],
    ],
  },
  {
    call: translationApi.create,
    send: (storyId) => ({ storyId, language: 'ko' }),
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], OK],
    ],
  },
  {
    call: translationApi.create,
    send: (chapterId, idOf) => ({ storyId: idOf('solo'), chapterId, language: 'ko' }),
    on: [
      [UNREADABLE, NO_CHAPTER],
      [['chapter'], OK],
    ],
  },
  {
    call: translationApi.update,
    send: (translationId) => ({ translationId, version: 1, title: 'x' }),
    on: [
      [['missing'], NO_TRANSLATION],
      [['saved translation'], { rest: NO_TRANSLATION, T: '409 translation_changed' }],
      [['waiting translation'], { rest: NO_TRANSLATION, T: '409 translation_in_review' }],
      [['public translation'], { rest: NO_TRANSLATION, T: WRONG_STATE }],
    ],
  },
  {
    call: translationApi.submit,
    send: translation,
    on: [
      [['missing'], NO_TRANSLATION],
      [['saved translation'], { rest: NO_TRANSLATION, T: OK }],
      [['waiting translation'], { rest: NO_TRANSLATION, T: '409 translation_in_review' }],
      [['public translation'], { rest: NO_TRANSLATION, T: WRONG_STATE }],
    ],
  },
  {
    call: translationApi.withdraw,
    send: translation,
    on: [
      [['missing'], NO_TRANSLATION],
      [['saved translation', 'public translation'], { rest: NO_TRANSLATION, T: WRONG_STATE }],
      [['waiting translation'], { rest: NO_TRANSLATION, T: OK }],
      [['claimed translation'], { rest: NO_TRANSLATION, T: '409 translation_claimed' }],
    ],
  },
  {
    call: translationApi.delete,
    send: translation,
    on: [
      [['missing'], NO_TRANSLATION],
      [['saved translation'], { rest: NO_TRANSLATION, T: OK }],
      [['waiting translation'], { rest: NO_TRANSLATION, T: '409 translation_in_review' }],
      [['public translation'], { rest: NO_TRANSLATION, T: WRONG_STATE }],
    ],
  },
  {
    call: translationApi.undelete,
    send: translation,
    on: [
      [['missing'], NO_TRANSLATION],
      [['saved translation', 'waiting translation', 'public translation'], { rest: NO_TRANSLATION, T: OK }],
    ],
  },
  {
    call: translationApi.glossary,
    send: (storyId) => ({ storyId, language: 'de' }),
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], OK],
    ],
  },
  {
    call: translationApi.saveTerm,
    send: (storyId) => ({ storyId, language: 'de', term: 'a', translation: 'b' }),
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], { rest: '409 not_translator', T: OK }],
    ],
  },
  {
    call: translationApi.removeTerm,
    send: (nameId) => ({ nameId }),
    on: [
      [['missing'], '404 name_not_found'],
      [['name'], { rest: '409 not_translator', T: OK }],
    ],
  },
  {
    call: translationApi.claim,
    send: translation,
    on: [
      [['missing'], { rest: FORBIDDEN, 'R Mo A': NO_TRANSLATION }],
      [['saved translation'], { rest: FORBIDDEN, 'Mo A': WRONG_STATE }],
      [['waiting translation'], { rest: FORBIDDEN, 'R Mo A': OK }],
      [['claimed translation'], { rest: FORBIDDEN, R: OK, 'Mo A': '409 translation_claimed' }],
      [['public translation'], { rest: FORBIDDEN, 'R Mo A': WRONG_STATE }],
    ],
  },
  {
    call: translationApi.renew,
    send: translation,
    on: [
      [['missing'], { rest: FORBIDDEN, 'R Mo A': NO_TRANSLATION }],
      [['saved translation'], { rest: FORBIDDEN, 'Mo A': WRONG_STATE }],
      [['waiting translation'], { rest: FORBIDDEN, 'R Mo A': '409 lease_over' }],
      [['claimed translation'], { rest: FORBIDDEN, R: OK, 'Mo A': '409 translation_claimed' }],
      [['public translation'], { rest: FORBIDDEN, 'R Mo A': WRONG_STATE }],
    ],
  },
  {
    call: translationApi.release,
    send: translation,
    on: [
      [['missing'], { rest: FORBIDDEN, 'R Mo A': NO_TRANSLATION }],
      [['saved translation'], { rest: FORBIDDEN, 'Mo A': WRONG_STATE }],
      [['waiting translation'], { rest: FORBIDDEN, 'R Mo A': '409 lease_over' }],
      [['claimed translation'], { rest: FORBIDDEN, 'R Mo A': OK }],
      [['public translation'], { rest: FORBIDDEN, 'R Mo A': WRONG_STATE }],
    ],
  },
  {
    call: translationApi.approve,
    send: (translationId, idOf) => ({ translationId, version: Number(idOf('version of the claimed translation')) }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'R Mo A': NO_TRANSLATION }],
      [['saved translation'], { rest: FORBIDDEN, 'Mo A': WRONG_STATE }],
      [['waiting translation'], { rest: FORBIDDEN, 'R Mo A': '409 lease_over' }],
      [['claimed translation'], { rest: FORBIDDEN, R: OK, 'Mo A': '409 translation_claimed' }],
      [['public translation'], { rest: FORBIDDEN, 'R Mo A': WRONG_STATE }],
    ],
  },
  {
    call: translationApi.reject,
    send: (translationId, idOf) => ({
      translationId,
      version: Number(idOf('version of the claimed translation')),
      reason,
    }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'R Mo A': NO_TRANSLATION }],
      [['saved translation'], { rest: FORBIDDEN, 'Mo A': WRONG_STATE }],
      [['waiting translation'], { rest: FORBIDDEN, 'R Mo A': '409 lease_over' }],
      [['claimed translation'], { rest: FORBIDDEN, R: OK, 'Mo A': '409 translation_claimed' }],
      [['public translation'], { rest: FORBIDDEN, 'R Mo A': WRONG_STATE }],
    ],
  },
  {
    call: translationApi.revokeReviewer,
    send: (userId) => ({ userId, language: 'de' }),
    on: [
      [['missing'], { rest: FORBIDDEN, A: '404 user_not_found' }],
      [['own account', 'member'], { rest: FORBIDDEN, A: OK }],
    ],
  },
  {
    call: translationApi.listOwn,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: translationApi.listOwnPublished,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: translationApi.reviewing,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: translationApi.queue,
    send: () => ({ kind: 'chapter', language: 'de' }),
    on: [[['nothing'], { rest: FORBIDDEN, 'R Mo A': OK }]],
  },
  {
    call: translationApi.reviewers,
    send: () => ({}),
    on: [[['nothing'], { rest: FORBIDDEN, A: OK }]],
  },
  {
    call: translationApi.grantReviewer,
    send: () => ({ username: 'nobody', language: 'de' }),
    on: [[['nothing'], { rest: FORBIDDEN, A: '404 user_not_found' }]],
  },
];

/** Creates translations in every status. T translated them, and R reviews them. */
async function plantTranslations(world: World): Promise<void> {
  const { app, members, put, idOf } = world;
  const { T: translator, R: reviewer } = members;
  await makeReviewer(app, reviewer, 'de');
  const task = { storyId: idOf('solo'), chapterId: idOf('chapter') };
  put('public translation', await publishTranslation(app, { ...task, language: 'de', translator, reviewer }));
  put('saved translation', (await buildTranslation(app, translator, { ...task, language: 'fr' })).id);
  put('waiting translation', (await submitTranslation(app, translator, { storyId: idOf('solo'), language: 'de' })).id);
  const { id: translationId } = await submitTranslation(app, translator, { storyId: idOf('branch'), language: 'de' });
  const claimed = await app.call(translationApi.claim, { translationId }, reviewer);
  put('claimed translation', translationId);
  put('version of the claimed translation', String(claimed.version));
  const name = { storyId: idOf('solo'), language: 'de' as const, term: 'Salt', translation: 'Salz' };
  put('name', (await app.call(translationApi.saveTerm, name, translator)).id);
}

export const permissions: Permissions = {
  acts,
  plants: [{ needs: ['solo', 'chapter', 'branch'], plant: plantTranslations }],
};
