import { to } from '#core/pages.ts';
import { hidingOf } from '#features/chapters/web/hiding.ts';
import { ModeratorActionsSlot } from '#features/moderation/web/moderator-actions-slot.tsx';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import type { PageContext } from '#web/page/context.ts';
import { loadOnce } from '#web/page/load.ts';
import { fill } from '#web/page/page-slot.tsx';
import type { PageSlots } from '#web/page/page-slots.ts';
import { translationApi } from '../contract.ts';
import { BesideOriginal } from './beside.tsx';
import { Credits, creditsOf, ShownInstead } from './credits.tsx';
import { TextLanguages } from './text-languages.tsx';

type ChapterSlot = PageSlots['chapter.head'];

const loadText = async (page: PageContext, { chapter, asked, shows }: ChapterSlot) =>
  shows === 'nothing' ? null : loadOnce(page, translationApi.chapter, { chapterId: chapter.id, language: asked });

const translateAt = ({ chapter: { id, story } }: Pick<ChapterSlot, 'chapter'>) =>
  to.translateChapter({ storyId: story.id, chapterId: id });

export const onChapter = [
  fill('chapter.head', {
    order: 10,
    load: loadText,
    Static: ({ chapter, data }) => {
      const credits = data && creditsOf(data.translation);
      return credits && <Credits of={credits} editAt={`${translateAt({ chapter })}?lang=${chapter.language}`} />;
    },
  }),
  fill('chapter.byline', {
    order: 10,
    load: loadText,
    Static: ({ chapter, shows, data }) =>
      data && (
        <TextLanguages
          address={to.chapter({ storyId: chapter.story.id, chapterId: chapter.id })}
          translateAt={translateAt({ chapter })}
          versions={data.versions}
          shown={chapter.language}
          isBeside={shows === 'both'}
          isInLine
        />
      ),
  }),
  fill('chapter.notice', {
    order: 10,
    Static: ({ chapter, asked }) => (
      <ShownInstead asked={asked} shown={chapter.language} translateAt={translateAt({ chapter })} />
    ),
  }),
  fill('chapter.beside', {
    order: 10,
    load: async (page, { chapter: { id, language }, shows }) =>
      shows === 'both' ? loadOnce(page, translationApi.beside, { chapterId: id, language }) : [],
    Static: ({ chapter, data }) => (
      <BesideOriginal rows={data} original={chapter.story.language} language={chapter.language} />
    ),
  }),
  fill('chapter.care', {
    order: 20,
    load: loadText,
    Static: ({ chapter, author, data }) => {
      const credits = data?.translation;
      if (!credits) return null;
      const { id, username } = credits.translator;
      const { language } = chapter;
      return (
        <>
          <ReportButton kind="translation" targetId={credits.id} ownerId={id} />
          <ModeratorActionsSlot
            requests={[
              hidingOf(chapter, author),
              { action: 'take_down', targetId: credits.id, owner: { id, username }, language },
            ]}
          />
        </>
      );
    },
  }),
];
