/** The pages of the site by their kind, without what they show: all that a page view says beside the language. */
export const PAGE_KINDS = [
  'home',
  'story',
  'story_chapter',
  'story_path',
  'story_map',
  'story_statistics',
  'voting',
  'user',
  'search_result',
  'about',
  'agreement',
  'profile',
  'messages',
  'edit_story',
  'edit_chapter',
  'edit_submission',
  'translate_story',
  'translate_chapter',
  'review_chapter_translation',
  'review_story_translation',
  'moderation',
  'other',
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** The kind of page at a path. What stands in an address of no page of ours is told to nobody. */
export function pageKind(path: string): PageKind {
  const [place = '', , part = ''] = path.split('/').slice(1);
  const name = place === 'story' && part ? `story_${part}` : place || 'home';
  return PAGE_KINDS.find((kind) => kind === name) ?? 'other';
}
