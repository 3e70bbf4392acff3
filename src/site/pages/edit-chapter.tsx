import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { writingRoom } from '../rooms.tsx';

export const editChapter = writingRoom('editChapter', 'chapters.page_title', {
  names: (query) => query.has('storyId'),
  asks: [`${chapterApi.editor.path}?`, accountApi.info.path],
});
