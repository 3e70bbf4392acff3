import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, pageLimit, text, versionNumber } from '#core/fields.ts';
import { isId } from '#core/ids.ts';
import { LANGUAGES } from '#core/languages.ts';
import { reason as reasonRule } from '#features/moderation/model/moderation-fields.ts';
import * as views from './contract-views.ts';
import * as forms from './model/form-fields.ts';
import * as fields from './model/translation-fields.ts';
import { CHAPTERS_ASKED } from './model/translation-limits.ts';
import { TRANSLATION_KINDS } from './model/translation-status.ts';

const language = z.enum(LANGUAGES, { error: 'invalid' });
const kind = z.enum(TRANSLATION_KINDS);
const byId = z.strictObject({ translationId: id });
/** A story, or a chapter of it. */
const source = { storyId: id, chapterId: z.optional(id) };

const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const SOURCE_ERRORS = ['story_not_found', 'chapter_not_found', 'same_language'] as const;
const OWN_ERRORS = [...MEMBER_ERRORS, ...SOURCE_ERRORS, 'translation_not_found', 'wrong_state'] as const;
const REVIEW_ERRORS = [
  ...MEMBER_ERRORS,
  'forbidden',
  'own_work',
  'translation_not_found',
  'translation_claimed',
  'wrong_state',
] as const;
const HELD_ERRORS = [...REVIEW_ERRORS, 'lease_over'] as const;

const reason = text(reasonRule);

/** Ids in one parameter, separated by commas. An empty value means no ids. */
const ids = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => (text === '' ? [] : text.split(','))),
  ),
  z
    .array(z.string().check(z.refine(isId, { error: 'invalid' })))
    .check(z.maxLength(CHAPTERS_ASKED, { error: 'invalid' })),
);

export const translationApi = {
  chapter: endpoint({
    method: 'GET',
    path: 'translation/chapter',
    access: 'public',
    summary:
      'Returns a chapter in the requested language, otherwise in English, otherwise the original, and its languages.',
    input: z.strictObject({ chapterId: id, language }),
    response: views.ChapterInLanguage,
    errors: ['chapter_not_found'],
  }),
  story: endpoint({
    method: 'GET',
    path: 'translation/story',
    access: 'public',
    summary: 'Returns a story’s title and description in the same way, its languages and its translators.',
    input: z.strictObject({ storyId: id, language }),
    response: views.StoryInLanguage,
    errors: ['story_not_found'],
  }),
  titles: endpoint({
    method: 'GET',
    path: 'translation/titles',
    access: 'public',
    summary: 'Returns translated titles and summaries of a story and the given chapters, by default all of them.',
    input: z.strictObject({
      storyId: id,
      language,
      chapterIds: z.optional(ids),
      /** The chapter whose first words are returned, too. */
      openingOf: z.optional(id),
    }),
    response: views.TranslatedTitles,
    errors: ['story_not_found'],
  }),
  chapters: endpoint({
    method: 'GET',
    path: 'translation/chapters',
    access: 'public',
    summary: 'Returns translated texts of the given chapters of a story, at most 50.',
    input: z.strictObject({ storyId: id, language, chapterIds: ids }),
    response: views.TranslatedTexts,
    errors: ['story_not_found'],
  }),
  beside: endpoint({
    method: 'GET',
    path: 'translation/beside',
    access: 'public',
    summary: 'Returns a chapter’s original and its translation, paragraph by paragraph.',
    input: z.strictObject({ chapterId: id, language }),
    response: views.BesideRows,
    errors: ['chapter_not_found', 'translation_not_found'],
  }),

  editor: endpoint({
    method: 'GET',
    path: 'translation/editor',
    access: 'member',
    summary:
      'Returns the data of the translation editor. Language: by default that of the open translation or the request.',
    input: z.strictObject({ ...source, language: z.optional(language) }),
    response: views.TranslationEditorData,
    errors: [...MEMBER_ERRORS, ...SOURCE_ERRORS],
  }),
  create: endpoint({
    method: 'POST',
    path: 'translation/create',
    access: 'member',
    limit: 'save',
    summary: 'Starts a translation, empty or from a published one, or returns the caller’s open one.',
    input: z.strictObject({ ...source, language, fromPublished: z.optional(z.boolean()) }),
    response: views.TranslationDraft,
    errors: [...MEMBER_ERRORS, ...SOURCE_ERRORS, 'too_many_drafts'],
  }),
  update: endpoint({
    method: 'POST',
    path: 'translation/update',
    access: 'member',
    limit: 'save',
    summary: 'Saves the given fields, and confirms the parts in `done` if `sourceRevision` is still current.',
    input: z.strictObject({
      translationId: id,
      version: versionNumber,
      sourceRevision: z.optional(versionNumber),
      title: z.optional(fields.title),
      summary: z.optional(fields.translatedSummary),
      choice: z.optional(fields.translatedChoice),
      paragraphs: z.optional(fields.paragraphs),
      /** The whole text as plain paragraphs. Replaces `paragraphs`. */
      content: z.optional(fields.plainContent),
      leftOut: z.optional(fields.leftOut),
      done: z.optional(fields.partKeys),
    }),
    response: views.TranslationDraft,
    longText: true,
    errors: [...OWN_ERRORS, 'translation_in_review', 'translation_changed'],
  }),
  submit: endpoint({
    method: 'POST',
    path: 'translation/submit',
    access: 'member',
    limit: 'submit',
    summary: 'Checks the translation for its language and for copies of the original, and submits it for review.',
    input: z.strictObject({ translationId: id, version: z.optional(versionNumber) }),
    response: views.TranslationDraft,
    errors: [
      ...OWN_ERRORS,
      'translation_in_review',
      'translation_incomplete',
      'translation_unchanged',
      'translation_copied',
      'save_changes_first',
    ],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'translation/withdraw',
    access: 'member',
    summary: 'Withdraws the translation, unless a reviewer has reserved it.',
    input: byId,
    response: views.TranslationDraft,
    errors: [...OWN_ERRORS, 'translation_claimed'],
  }),
  delete: endpoint({
    method: 'POST',
    path: 'translation/delete',
    access: 'member',
    summary: 'Deletes an open translation. It can be restored for 30 days.',
    input: byId,
    response: done,
    errors: [...OWN_ERRORS, 'translation_in_review'],
  }),
  undelete: endpoint({
    method: 'POST',
    path: 'translation/undelete',
    access: 'member',
    summary: 'Restores a deleted translation, unless there is another open one of the same text.',
    input: byId,
    response: done,
    errors: OWN_ERRORS,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: 'translation/list_own',
    access: 'member',
    summary: 'Returns the caller’s open translations, the last saved first.',
    input: z.strictObject({ kind: z.optional(kind), cursor, limit: pageLimit }),
    response: z.array(views.OwnTranslation),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  listOwnPublished: endpoint({
    method: 'GET',
    path: 'translation/list_own_published',
    access: 'member',
    summary: 'Returns the caller’s published translations: those out of date first, then by approval, newest first.',
    input: z.strictObject({ cursor, limit: pageLimit }),
    response: z.array(views.OwnTranslation),
    list: true,
    errors: MEMBER_ERRORS,
  }),

  glossary: endpoint({
    method: 'GET',
    path: 'translation/glossary',
    access: 'member',
    summary: 'Returns the glossary of a story in a language.',
    input: z.strictObject({ storyId: id, language }),
    response: z.array(views.TranslatedName),
    errors: [...MEMBER_ERRORS, 'story_not_found'],
  }),
  saveTerm: endpoint({
    method: 'POST',
    path: 'translation/save_term',
    access: 'member',
    limit: 'save',
    summary: 'Adds a term to the glossary, or replaces its translation. Only for translators of the story.',
    input: z.strictObject({
      storyId: id,
      language,
      term: text(forms.term),
      translation: text(forms.term),
      note: z.optional(text(forms.note)),
    }),
    response: views.TranslatedName,
    errors: [...MEMBER_ERRORS, 'story_not_found', 'not_translator', 'term_of_another', 'too_many_names'],
  }),
  removeTerm: endpoint({
    method: 'POST',
    path: 'translation/remove_term',
    access: 'member',
    limit: 'save',
    summary: 'Removes a term from the glossary.',
    input: z.strictObject({ nameId: id }),
    response: done,
    errors: [...MEMBER_ERRORS, 'name_not_found', 'not_translator', 'term_of_another'],
  }),

  reviewing: endpoint({
    method: 'GET',
    path: 'translation/reviewing',
    access: 'member',
    summary: 'Returns the languages that the caller can review into, and how much is in review.',
    input: nothing,
    response: views.Reviewing,
    errors: MEMBER_ERRORS,
  }),
  queue: endpoint({
    method: 'GET',
    path: 'translation/queue',
    access: 'member',
    summary: 'Returns translations in review, oldest first. Only for reviewers of the language.',
    input: z.strictObject({ kind, language, cursor, limit: pageLimit }),
    response: z.array(views.QueuedTranslation),
    list: true,
    errors: [...MEMBER_ERRORS, 'forbidden'],
  }),
  claim: endpoint({
    method: 'POST',
    path: 'translation/claim',
    access: 'member',
    summary: 'Reserves a translation for review for 30 minutes. If the caller has it already, returns it unchanged.',
    input: byId,
    response: views.ReviewTask,
    errors: [...REVIEW_ERRORS, 'too_many_reviews'],
  }),
  renew: endpoint({
    method: 'POST',
    path: 'translation/renew',
    access: 'member',
    summary: 'Extends the reservation to 30 minutes from now, once.',
    input: byId,
    response: views.ReviewTask,
    errors: HELD_ERRORS,
  }),
  release: endpoint({
    method: 'POST',
    path: 'translation/release',
    access: 'member',
    summary: 'Releases the reservation of a translation.',
    input: byId,
    response: done,
    errors: HELD_ERRORS,
  }),
  approve: endpoint({
    method: 'POST',
    path: 'translation/approve',
    access: 'member',
    summary: 'Publishes a translation, and replaces the earlier one.',
    input: z.strictObject({ translationId: id, version: versionNumber }),
    response: done,
    errors: [...HELD_ERRORS, 'translation_outdated'],
  }),
  reject: endpoint({
    method: 'POST',
    path: 'translation/reject',
    access: 'member',
    summary: 'Rejects a translation with a reason. The translator doesn’t see the reviewer’s name.',
    input: z.strictObject({ translationId: id, version: versionNumber, reason }),
    response: done,
    errors: [...HELD_ERRORS, 'translation_outdated'],
  }),

  reviewers: endpoint({
    method: 'GET',
    path: 'translation/reviewers',
    access: 'administrator',
    summary: 'Returns the reviewers appointed by admins.',
    input: nothing,
    response: z.array(views.GrantedReviewer),
    errors: [...MEMBER_ERRORS, 'forbidden'],
  }),
  grantReviewer: endpoint({
    method: 'POST',
    path: 'translation/grant_reviewer',
    access: 'administrator',
    summary: 'Appoints a member as reviewer of translations into a language.',
    input: z.strictObject({ username: text(forms.reviewerName), language }),
    response: views.GrantedReviewer,
    errors: [...MEMBER_ERRORS, 'forbidden', 'user_not_found'],
  }),
  revokeReviewer: endpoint({
    method: 'POST',
    path: 'translation/revoke_reviewer',
    access: 'administrator',
    summary: 'Revokes an appointment. The member can still review where their own translations qualify them.',
    input: z.strictObject({ userId: id, language }),
    response: done,
    errors: [...MEMBER_ERRORS, 'forbidden', 'user_not_found'],
  }),
};
