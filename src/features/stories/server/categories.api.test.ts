import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import { messageApi } from '#features/messages/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { buildMember, type Member, outcome } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { storyApi } from '../contract.ts';
import { categoryApi } from '../contract-categories.ts';

const app = setUpTestApp();
let member: Member;
let moderator: Member;
const refusal = async (endpoint: Parameters<typeof app.send>[0], input: unknown, by: Member) =>
  outcome(await app.send(endpoint, input, by));
const namesOf = (name: string) =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, language === 'en' ? name : `${name} ${language}`]),
  ) as never;
const newest = async (by: Member) => (await app.call(messageApi.list, { tab: 'all' }, by)).items[0]?.content;
const idOf = async (name: string) => {
  const query = app.deps.db.selectFrom('category_suggestions').select('id').where('name', '=', name);
  return (await query.executeTakeFirstOrThrow()).id;
};

beforeAll(async () => {
  app.app.cache.setListening(false);
  member = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

describe('a suggested category', () => {
  it('is accepted with a name in each language, and can be chosen, shown and searched', async () => {
    await app.call(categoryApi.suggest, { name: 'Epistolary', reason: 'Stories in letters have no place.' }, member);
    const before = await app.call(categoryApi.list, {});
    expect(before).toHaveLength(20);
    const suggestionId = await idOf('Epistolary');
    await app.call(
      categoryApi.decide,
      { suggestionId, names: namesOf('Epistolary'), answer: 'A good idea.' },
      moderator,
    );
    expect((await app.call(categoryApi.list, {})).at(-1)).toEqual({ code: 'epistolary', name: 'Epistolary' });
    expect(await newest(member)).toMatch(/<b>Epistolary<\/b>.*A good idea\./);
    const story = { title: 'Letters', mode: 'solo' as const, categories: ['epistolary', 'drama'] };
    const draft = await app.call(storyApi.create, story, member);
    expect(draft.categories).toEqual(['epistolary', 'drama']);
    expect(await refusal(categoryApi.decide, { suggestionId }, moderator)).toBe('409 case_closed');
  });

  it('says which of its names are taken or invalid, by field', async () => {
    await app.call(categoryApi.suggest, { name: 'Seefahrt', reason: 'Ships.' }, member);
    const suggestionId = await idOf('Seefahrt');
    const answer = (await app.call(caseApi.case, { kind: 'suggestion', caseId: suggestionId }, moderator)).suggestion;
    expect(answer).toEqual({ name: 'Seefahrt', reason: 'Ships.', language: 'en' });
    const decide = async (names: Record<string, string>) =>
      (
        await app.send(
          categoryApi.decide,
          { suggestionId, names: { ...(namesOf('Seafaring') as object), ...names } },
          moderator,
        )
      ).body;
    expect(await decide({ zh: '奇幻' })).toMatchObject({
      code: 'category_there',
      fields: { 'names.zh': 'This category already exists.' },
    });
    expect(await decide({ en: '海洋' })).toMatchObject({
      fields: { 'names.en': 'The English name must use Latin letters.' },
    });
  });

  it('is not a category unless it is accepted', async () => {
    await app.call(categoryApi.suggest, { name: 'Cookery', reason: 'Soup.' }, member);
    const answer = await app.send(storyApi.create, { title: 'Soup', mode: 'solo', categories: ['cookery'] }, member);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fields: { 'categories.0': 'This category doesn’t exist.' } });
    await app.call(categoryApi.decide, { suggestionId: await idOf('Cookery') }, moderator);
    expect(await newest(member)).toContain('was declined');
  });

  it('must be new in every language', async () => {
    for (const name of ['slice-of-life', 'FANTASY', '奇幻'])
      expect(await refusal(categoryApi.suggest, { name, reason: 'Why not.' }, member)).toBe('409 category_there');
    expect(await refusal(categoryApi.suggest, { name: 'cookery', reason: 'Again.' }, member)).toBe(
      '409 category_suggested',
    );
  });

  it('is decided only by other moderators', async () => {
    await app.call(categoryApi.suggest, { name: 'Western', reason: 'Horses.' }, moderator);
    const suggestionId = await idOf('Western');
    expect(await refusal(categoryApi.decide, { suggestionId }, member)).toBe('403 forbidden');
    expect(await refusal(categoryApi.decide, { suggestionId }, moderator)).toBe('403 own_work');
    expect(await refusal(categoryApi.decide, { suggestionId: '99999' }, moderator)).toBe('404 case_not_found');
  });
});
