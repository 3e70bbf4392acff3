import { loadOnce } from '#web/page/load.ts';
import { fill } from '#web/page/page-slot.tsx';
import { discoveryApi } from '../contract.ts';
import { ReadNext } from './read-next.tsx';

export const onChapter = [
  fill('chapter.more', {
    order: 10,
    load: async (page, { chapter: { story }, asked, isLast }) =>
      isLast && story.progress === 'ended'
        ? loadOnce(page, discoveryApi.readNext, { storyId: story.id, language: asked })
        : [],
    Static: ({ data }) => data.length > 0 && <ReadNext stories={data} />,
  }),
];
