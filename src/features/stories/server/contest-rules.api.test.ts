import { beforeAll, describe, expect, it } from 'vitest';
import { buildMember, buildStory, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { storyApi } from '../contract.ts';

const app = setUpTestApp();
let creator: Member;
let storyId: string;

beforeAll(async () => {
  creator = await buildMember(app);
  storyId = (await buildStory(app, creator, { mode: 'competition' })).id;
});

const update = (changes: object, id = storyId) => app.send(storyApi.update, { storyId: id, ...changes }, creator);
const draftOf = (id = storyId) => app.call(storyApi.draft, { storyId: id }, creator);

it('a competition starts with the default rules', async () => {
  expect(await draftOf()).toMatchObject({
    contest: { writingHours: 72, votingHours: 48, minParticipants: 3 },
    participantLimit: 50,
    joinPolicy: 'open',
    minUnits: 300,
    maxUnits: 3000,
  });
});

describe('the rules of a competition', () => {
  it.each([
    { writingHours: 1, votingHours: 1, minParticipants: 2 },
    { writingHours: 720, votingHours: 336, minParticipants: 50 },
    { minUnits: 50, maxUnits: 51 },
    { minUnits: 19_999, maxUnits: 20_000 },
    { minParticipants: 6, participantLimit: 6 },
    { minParticipants: 3, participantLimit: 50 },
  ])('accept %j', async (rules) => {
    const { status, body } = await update(rules);
    expect(status).toBe(200);
    const { contest, ...rest } = body.data as Awaited<ReturnType<typeof draftOf>>;
    expect({ ...contest, ...rest }).toMatchObject(rules);
  });

  it.each([
    [{ writingHours: 0 }, 'writingHours'],
    [{ writingHours: 721 }, 'writingHours'],
    [{ writingHours: 1.5 }, 'writingHours'],
    [{ votingHours: 0 }, 'votingHours'],
    [{ votingHours: 337 }, 'votingHours'],
    [{ minParticipants: 1 }, 'minParticipants'],
    [{ minParticipants: 51 }, 'minParticipants'],
    [{ participantLimit: 51 }, 'participantLimit'],
    [{ participantLimit: 2 }, 'participantLimit'],
    [{ participantLimit: 4, minParticipants: 5 }, 'minParticipants'],
    [{ minUnits: 49 }, 'minUnits'],
    [{ minUnits: 20_000 }, 'minUnits'],
    [{ maxUnits: 50 }, 'maxUnits'],
    [{ maxUnits: 20_001 }, 'maxUnits'],
  ])('refuse %j', async (rules, field) => {
    const before = await draftOf();
    const { status, body } = await update(rules);
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
    expect(await draftOf()).toEqual(before);
  });

  it('are refused in other modes', async () => {
    const relay = await buildStory(app, creator, { mode: 'relay' });
    for (const rules of [{ writingHours: 24 }, { votingHours: 24 }, { minParticipants: 2 }]) {
      const { status, body } = await update(rules, relay.id);
      expect(status).toBe(400);
      expect(Object.keys(body.fields ?? {})).toEqual(Object.keys(rules));
    }
    expect((await draftOf(relay.id)).contest).toBeNull();
  });
});
