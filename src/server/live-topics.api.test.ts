import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY } from '#core/time.ts';
import { branchApi } from '#features/branch/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { publishTopics } from '#platform/live/publish.ts';
import { buildCompetition, startRound } from '#testing/competitions.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
} from '#testing/factories.ts';
import type { LiveReader } from '#testing/live-reader.ts';
import { buildRelay } from '#testing/together.ts';
import { caughtUp, setUpLive, until } from './live.test-kit.ts';

const { app, live, read } = setUpLive();

/** Records what this server receives until the end of the test. `topics` returns the topics of it. */
function watchTopics() {
  const heard = vi.spyOn(app.app.live, 'receive');
  onTestFinished(() => heard.mockRestore());
  return { heard, topics: () => heard.mock.calls.map(([payload]) => JSON.parse(payload).topic) };
}

describe('a stream with topics', () => {
  it('receives their changes through any server', async () => {
    const { story, chapterId } = await buildPublishedStory(app, live.member);
    const storyId = story.id;
    const reader = await read(live.otherOrigin, await buildMember(app), {
      topics: `story:${storyId},chapter:${chapterId}`,
    });
    await caughtUp(reader);
    const topics = [`story:${storyId}`, `chapter:${chapterId}`] as const;
    // The stream subscribes after its first note.
    for (const topic of topics)
      await until(async () => {
        await publishTopics(app.deps, topic, 'story:9999999');
        expect(reader.events).toContainEqual({ type: 'changed', topic });
      });
    expect(new Set(reader.events.map((event) => 'topic' in event && event.topic))).toEqual(new Set(topics));
  });

  it('is notified when a chapter of the story is published', async () => {
    const { id } = (await buildPublishedStory(app, live.member)).story;
    const { topics } = watchTopics();
    const chapter = await buildPublishedChapter(app, live.member, id);
    await until(() => expect(topics()).toContain(`story:${id}`));
    expect(topics()).not.toContain(`chapter:${chapter.id}`);
  });

  it('is notified when the turn of a relay passes, and when a round begins', async () => {
    const [relay, competition] = [await buildRelay(app, 1), await buildCompetition(app, 2)];
    const { topics } = watchTopics();
    await app.call(relayApi.passTurn, { storyId: relay.storyId }, relay.creator);
    await until(() => expect(topics()).toContain(`story:${relay.storyId}`));
    await startRound(app, competition);
    await until(() => expect(topics()).toContain(`story:${competition.storyId}`));
  });

  it('is not notified when a save changes nothing', async () => {
    const { storyId, creator } = await buildRelay(app, 1);
    const { heard, topics } = watchTopics();
    // What was published before has arrived by then.
    await publishTopics(app.deps, 'story:9999999');
    await until(() => expect(topics()).toContain('story:9999999'));
    heard.mockClear();
    await app.call(storyApi.update, { storyId, progress: 'ongoing', turnDays: 7 }, creator);
    await app.call(relayApi.extend, { storyId }, creator);
    await until(() => expect(topics()).toContain(`story:${storyId}`));
    expect(topics().filter(Boolean)).toEqual([`story:${storyId}`]);
  });

  it('is notified when a turn is extended or goes into review, and when a round is scheduled or canceled', async () => {
    const [relay, competition] = [await buildRelay(app, 1), await buildCompetition(app, 2)];
    const { heard, topics } = watchTopics();
    const isNotified = async (storyId: string, change: Promise<unknown>) => {
      await change;
      await until(() => expect(topics()).toContain(`story:${storyId}`));
      heard.mockClear();
    };
    const { storyId, creator } = relay;
    await isNotified(storyId, app.call(relayApi.extend, { storyId }, creator));
    const { id: chapterId } = await buildChapterDraft(app, creator, storyId, { words: 320 });
    heard.mockClear();
    const nextAuthorId = relay.others[0]!.id;
    await isNotified(storyId, app.call(chapterApi.submit, { chapterId, nextAuthorId }, creator));
    const startsAt = new Date(app.clock.now().getTime() + DAY).toISOString();
    const round = { storyId: competition.storyId, start: 'at' as const, startsAt };
    const { id: roundId } = await app.call(contestApi.createRound, round, competition.creator);
    await until(() => expect(heard).toHaveBeenCalled());
    heard.mockClear();
    await isNotified(competition.storyId, app.call(contestApi.deleteRound, { roundId }, competition.creator));
  });

  it('is notified when members join, leave, reserve a continuation or release it', async () => {
    const [creator, member] = [live.member, await buildMember(app)];
    const { storyId, ids } = await buildBranchStory(app, creator, {});
    const { heard, topics } = watchTopics();
    const chapterId = ids.first!;
    for (const change of [
      () => app.call(participationApi.apply, { storyId }, member),
      () => app.call(branchApi.reserve, { chapterId }, member),
      () => app.call(branchApi.release, { chapterId }, member),
      () => app.call(participationApi.leave, { storyId }, member),
    ]) {
      heard.mockClear();
      await change();
      await until(() => expect(topics()).toContain(`story:${storyId}`));
    }
  });

  it('receives nothing of topics that the member may not see, or that do not exist', async () => {
    const stranger = await buildMember(app);
    const { id: storyId } = (await buildPublishedStory(app, live.member)).story;
    const draft = await buildStory(app, live.member);
    const topics = `story:${draft.id},story:9999999,chapter:9999999,story:${storyId}`;
    const [own, foreign] = [
      await read(live.origin, live.member, { topics }),
      await read(live.origin, stranger, { topics }),
    ];
    const seen = (reader: LiveReader) => reader.events.flatMap((event) => ('topic' in event ? [event.topic] : []));
    const all = [`story:${draft.id}`, 'story:9999999', 'chapter:9999999', `story:${storyId}`] as const;
    await until(async () => {
      await publishTopics(app.deps, ...all);
      expect(new Set(seen(own))).toEqual(new Set([all[0], all[3]]));
      expect(new Set(seen(foreign))).toEqual(new Set([all[3]]));
    });
  });

  it.each(['story', 'story:x', 'story:1:2', 'story:0', 'Member:1', ',', 'story:1,'])(
    'refuses %j as topics',
    async (topics) => {
      const reader = await read(live.origin, live.member, { topics: encodeURIComponent(topics) });
      expect({ status: reader.status, refusal: reader.refusal }).toMatchObject({
        status: 400,
        refusal: { code: 'invalid_input' },
      });
    },
  );

  it('leaves out kinds of topics that only another version has', async () => {
    expect((await read(live.origin, live.member, { topics: 'member:1,__proto__:1' })).status).toBe(200);
  });

  it('refuses more than 25 topics', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `story:${i + 1}`).join();
    expect((await read(live.origin, live.member, { topics: many(26) })).status).toBe(400);
    expect((await read(live.origin, live.member, { topics: many(25) })).status).toBe(200);
  });
});
