import { chapterApi } from '#features/chapters/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { categoryApi } from '#features/stories/contract-categories.ts';
import { type DemoApi, DemoError } from './api.ts';

/** Lets members read each other’s stories, so that their profiles show what they have followed. */
export async function letMembersRead(
  api: DemoApi,
  tokens: readonly string[],
  storyIds: readonly string[],
): Promise<void> {
  for (const [i, token] of tokens.entries()) {
    for (const step of [1, 5, 9]) {
      const storyId = storyIds[(i * 3 + step) % storyIds.length]!;
      const { items } = await api.call(chapterApi.list, { storyId, limit: 3 });
      // A second run of the demo finds chapters that the first one hid.
      const readable = items.filter(({ status }) => status === 'approved');
      const chapter = readable[i % readable.length];
      if (chapter) await api.call(readerApi.savePosition, { chapterId: chapter.id }, token);
    }
  }
}

/** Returns the id of a chapter by the title of its story and its number, as its author. */
async function chapterOf(api: DemoApi, author: string, title: string, number: number): Promise<string> {
  const own = await api.call(storyApi.listOwn, { limit: 50 }, author);
  const storyId = own.items.find((story) => story.title === title)?.id;
  const { items } = await api.call(chapterApi.list, { storyId: storyId ?? '', limit: 50 });
  const chapter = items.find((candidate) => candidate.number === number);
  if (!chapter) throw new Error(`${title} has no chapter ${number}`);
  return chapter.id;
}

/** Adds cases to the moderation queue, besides texts. Does nothing if there are some already. */
export async function fillModerationQueue(
  api: DemoApi,
  colleague: string,
  tokenOf: (username: string) => string,
): Promise<void> {
  const suggestion = {
    name: 'Workplace',
    reason: 'Offices, night shifts, lost property: half of what we write here happens at work.',
  };
  try {
    await api.call(categoryApi.suggest, suggestion, tokenOf('T_Adeyemi'));
  } catch (error) {
    if (error instanceof DemoError) return;
    throw error;
  }
  const feedback = {
    type: 'feature' as const,
    description: 'Beim Übersetzen auf dem Telefon hätte ich das Glossar gern über dem Text statt darunter.',
  };
  await api.call(moderationApi.feedback, feedback, tokenOf('Jonas_W'));
  const report = {
    kind: 'chapter' as const,
    targetId: await chapterOf(api, tokenOf('Hedwig_K'), 'Ruhebereich', 2),
    reason: 'plagiarism' as const,
    detail: 'Den Schaffner mit der Gurke kenne ich aus einem Lesebuch, Seite und Jahr suche ich gern heraus.',
  };
  await api.call(caseApi.report, report, tokenOf('k_brandt'));
  // A decision by another moderator that the author appeals, so that the demo’s main moderator can decide the appeal.
  const author = tokenOf('amelie_r');
  const decision = {
    action: 'hide_chapter' as const,
    targetId: await chapterOf(api, author, 'Vendu meublé', 3),
    rule: 'plagiarism' as const,
    reason: 'Three lines about the well stand word for word in the brochure of an estate agent.',
  };
  const { restrictionId } = await api.call(caseApi.restrict, decision, colleague);
  const appeal = {
    restrictionId,
    text: 'Ces trois vers, je les ai écrits en 2019 pour vendre la maison de mon père. L’agence les a recopiés de mon annonce, et non l’inverse.',
  };
  await api.call(caseApi.appeal, appeal, author);
}
