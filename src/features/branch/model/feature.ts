import { modelFeature } from '#core/feature.ts';
import { notice } from '#core/notices.ts';

type Added = { story: string; chapter: string; user: string; slug: string; user_id: string };

const aboutChapter = { group: 'reviews', from: 'member', subject: 'readable' } as const;

export const branch = modelFeature({
  name: 'branch',
  notices: {
    /** To the author of the chapter `parent`. */
    path_continued: notice<Added & { parent: string }>(aboutChapter),
    /** To the creator of the story. */
    path_added: notice<Added>(aboutChapter),
  },
});

type Notices = typeof branch.notices;

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}
