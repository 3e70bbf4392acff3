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

/** Ids in one parameter, divided by commas; an empty one names none. */
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
      'A chapter in the asked language, else in English, else as it was written, and the languages it can be read in.',
    input: z.strictObject({ chapterId: id, language }),
    response: views.ChapterInLanguage,
    errors: ['chapter_not_found'],
  }),
  story: endpoint({
    method: 'GET',
    path: 'translation/story',
    access: 'public',
    summary: 'A story’s title and description likewise, the languages it can be read in, and who translated it.',
    input: z.strictObject({ storyId: id, language }),
    response: views.StoryInLanguage,
    errors: ['story_not_found'],
  }),
  titles: endpoint({
    method: 'GET',
    path: 'translation/titles',
    access: 'public',
    summary: 'Translated titles and summaries of a story and of the named chapters; without names of all its chapters.',
    input: z.strictObject({ storyId: id, language, chapterIds: z.optional(ids) }),
    response: views.TranslatedTitles,
    errors: ['story_not_found'],
  }),
  chapters: endpoint({
    method: 'GET',
    path: 'translation/chapters',
    access: 'public',
    summary: 'Translated texts of the named chapters of a story, at most 50.',
    input: z.strictObject({ storyId: id, language, chapterIds: ids }),
    response: views.TranslatedTexts,
    errors: ['story_not_found'],
  }),
  beside: endpoint({
    method: 'GET',
    path: 'translation/beside',
    access: 'public',
    summary: 'A chapter’s original and its translation, paragraph by paragraph.',
    input: z.strictObject({ chapterId: id, language }),
    response: views.BesideRows,
    errors: ['chapter_not_found', 'translation_not_found'],
  }),

  editor: endpoint({
    method: 'GET',
    path: 'translation/editor',
    access: 'member',
    summary:
      'What the translation editor opens. Without a language: the one that the caller has in hand, else that of the call.',
    input: z.strictObject({ ...source, language: z.optional(language) }),
    response: views.TranslationEditorData,
    errors: [...MEMBER_ERRORS, ...SOURCE_ERRORS],
  }),
  create: endpoint({
    method: 'POST',
    path: 'translation/create',
    access: 'member',
    limit: 'save',
    summary:
      'Begins a translation: with the caller’s published one, with the published one of another where that is asked for, else empty. Whoever has one in hand gets that.',
    input: z.strictObject({ ...source, language, fromPublished: z.optional(z.boolean()) }),
    response: views.TranslationDraft,
    errors: [...MEMBER_ERRORS, ...SOURCE_ERRORS, 'too_many_drafts'],
  }),
  update: endpoint({
    method: 'POST',
    path: 'translation/update',
    access: 'member',
    limit: 'save',
    summary:
      'Saves what is given. `done` names the parts that are done, with the source as it was in `sourceRevision`; where the source changed meanwhile, or no revision is named, the text is saved and they stay open.',
    input: z.strictObject({
      translationId: id,
      version: versionNumber,
      sourceRevision: z.optional(versionNumber),
      title: z.optional(fields.title),
      summary: z.optional(fields.translatedSummary),
      choice: z.optional(fields.translatedChoice),
      paragraphs: z.optional(fields.paragraphs),
      /** The whole text as plain paragraphs, instead of `paragraphs`. */
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
    summary: 'Sends the translation to review.',
    input: z.strictObject({ translationId: id, version: z.optional(versionNumber) }),
    response: views.TranslationDraft,
    errors: [
      ...OWN_ERRORS,
      'translation_in_review',
      'translation_incomplete',
      'translation_unchanged',
      'save_changes_first',
    ],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'translation/withdraw',
    access: 'member',
    summary: 'Takes the translation back, while nobody reads it.',
    input: byId,
    response: views.TranslationDraft,
    errors: [...OWN_ERRORS, 'translation_claimed'],
  }),
  delete: endpoint({
    method: 'POST',
    path: 'translation/delete',
    access: 'member',
    summary: 'Deletes a translation that is in hand; for 30 days it can be brought back.',
    input: byId,
    response: done,
    errors: [...OWN_ERRORS, 'translation_in_review'],
  }),
  undelete: endpoint({
    method: 'POST',
    path: 'translation/undelete',
    access: 'member',
    summary: 'Brings a deleted translation back, unless another one of the same text is in hand by now.',
    input: byId,
    response: done,
    errors: OWN_ERRORS,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: 'translation/list_own',
    access: 'member',
    summary: 'The caller’s translations that are in hand or in review, newest first.',
    input: z.strictObject({ kind: z.optional(kind), cursor, limit: pageLimit }),
    response: z.array(views.OwnTranslation),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  listOwnPublished: endpoint({
    method: 'GET',
    path: 'translation/list_own_published',
    access: 'member',
    summary:
      'The caller’s translations that readers see now: those whose original has changed since first, then by approval, newest first.',
    input: z.strictObject({ cursor, limit: pageLimit }),
    response: z.array(views.OwnTranslation),
    list: true,
    errors: MEMBER_ERRORS,
  }),

  glossary: endpoint({
    method: 'GET',
    path: 'translation/glossary',
    access: 'member',
    summary: 'The names sheet of a story in a language.',
    input: z.strictObject({ storyId: id, language }),
    response: z.array(views.TranslatedName),
    errors: [...MEMBER_ERRORS, 'story_not_found'],
  }),
  saveTerm: endpoint({
    method: 'POST',
    path: 'translation/save_term',
    access: 'member',
    limit: 'save',
    summary:
      'Writes a name into the sheet, in the place of what it said for the same term. For those who translate the story.',
    input: z.strictObject({
      storyId: id,
      language,
      term: text(forms.term),
      translation: text(forms.term),
      note: z.optional(text(forms.note)),
    }),
    response: views.TranslatedName,
    errors: [...MEMBER_ERRORS, 'story_not_found', 'not_translator', 'too_many_names'],
  }),
  removeTerm: endpoint({
    method: 'POST',
    path: 'translation/remove_term',
    access: 'member',
    limit: 'save',
    summary: 'Takes a name out of the sheet.',
    input: z.strictObject({ nameId: id }),
    response: done,
    errors: [...MEMBER_ERRORS, 'name_not_found', 'not_translator'],
  }),

  reviewing: endpoint({
    method: 'GET',
    path: 'translation/reviewing',
    access: 'member',
    summary: 'Into which languages the caller reviews, and what waits there.',
    input: nothing,
    response: views.Reviewing,
    errors: MEMBER_ERRORS,
  }),
  queue: endpoint({
    method: 'GET',
    path: 'translation/queue',
    access: 'member',
    summary: 'Translations that wait for review, oldest first. For reviewers of the language.',
    input: z.strictObject({ kind, language, cursor, limit: pageLimit }),
    response: z.array(views.QueuedTranslation),
    list: true,
    errors: [...MEMBER_ERRORS, 'forbidden'],
  }),
  claim: endpoint({
    method: 'POST',
    path: 'translation/claim',
    access: 'member',
    summary: 'Takes a translation to review it, for 30 minutes; whoever has it already gets it as it is.',
    input: byId,
    response: views.ReviewTask,
    errors: [...REVIEW_ERRORS, 'too_many_reviews'],
  }),
  renew: endpoint({
    method: 'POST',
    path: 'translation/renew',
    access: 'member',
    summary: 'Makes it 30 minutes again, once.',
    input: byId,
    response: views.ReviewTask,
    errors: HELD_ERRORS,
  }),
  release: endpoint({
    method: 'POST',
    path: 'translation/release',
    access: 'member',
    summary: 'Gives a translation back to the queue.',
    input: byId,
    response: done,
    errors: HELD_ERRORS,
  }),
  approve: endpoint({
    method: 'POST',
    path: 'translation/approve',
    access: 'member',
    summary: 'Publishes a translation, in the place of an earlier one.',
    input: z.strictObject({ translationId: id, version: versionNumber }),
    response: done,
    errors: [...HELD_ERRORS, 'translation_outdated'],
  }),
  reject: endpoint({
    method: 'POST',
    path: 'translation/reject',
    access: 'member',
    summary: 'Sends a translation back with a reason, which the translator is told without a name.',
    input: z.strictObject({ translationId: id, version: versionNumber, reason }),
    response: done,
    errors: [...HELD_ERRORS, 'translation_outdated'],
  }),

  reviewers: endpoint({
    method: 'GET',
    path: 'translation/reviewers',
    access: 'administrator',
    summary: 'The reviewers whom administrators have named.',
    input: nothing,
    response: z.array(views.GrantedReviewer),
    errors: [...MEMBER_ERRORS, 'forbidden'],
  }),
  grantReviewer: endpoint({
    method: 'POST',
    path: 'translation/grant_reviewer',
    access: 'administrator',
    summary: 'Names a member as reviewer of translations into a language.',
    input: z.strictObject({ username: text(forms.reviewerName), language }),
    response: views.GrantedReviewer,
    errors: [...MEMBER_ERRORS, 'forbidden', 'user_not_found'],
  }),
  revokeReviewer: endpoint({
    method: 'POST',
    path: 'translation/revoke_reviewer',
    access: 'administrator',
    summary: 'Takes that back; what they earned they keep.',
    input: z.strictObject({ userId: id, language }),
    response: done,
    errors: [...MEMBER_ERRORS, 'forbidden', 'user_not_found'],
  }),
};
