import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { moderationApi } from '#features/moderation/contract.ts';
import { type StoryDraft, storyApi } from '#features/stories/contract.ts';
import { buildMember, doubtfulProse, type Member, outcome, prose, REASON } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { FULL, rounds } from '#testing/rounds.ts';
import { type ModelChapter, type ModelStory, StoryModel } from '#testing/story-model.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { type ChapterDraft, chapterApi } from '../contract.ts';

/**
 * Any sequence of actions by an author, a moderator and the automatic check, compared with a model of the expected
 * behavior.
 */
const app = setUpTestApp();
const [RUNS, STEPS] = [rounds(46, 'runs of the model'), 60];
let author: Member;
let moderator: Member;
let seed = 500_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

/** The site, with the ids from its responses. */
interface Real {
  readonly member: Member;
}

async function latestReview(kind: 'story' | 'chapter', id: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select id::text from reviews where subject_kind = ${kind} and subject_id = ${id}
    order by reviews.id desc limit 1`.execute(app.database.db);
  return rows[0]!.id;
}

/** Compares both sides. */
async function expectSame(model: StoryModel): Promise<void> {
  const storyIds = model.stories.map(({ id }) => id);
  const { rows: stories } = await sql<Record<string, unknown>>`
    select s.id::text, s.status, s.edit_status as edit, s.deleted_at is not null as deleted, d.version, d.title, s.title as "publicTitle",
      st.chapters, st.listed
    from stories s join story_drafts d on d.story_id = s.id join story_stats st on st.story_id = s.id
    where s.id = any(${storyIds}::bigint[]) order by s.id`.execute(app.database.db);
  expect(stories).toEqual(
    model.stories.map((story) => {
      const chapters = model.chapters.filter(
        (chapter) => chapter.story === story && chapter.status === 'approved',
      ).length;
      const { id, status, edit, deleted, version, title, publicTitle } = story;
      return { id, status, edit, deleted, version, title, publicTitle, chapters, listed: chapters > 0 && !deleted };
    }),
  );
  const { rows: chapters } = await sql<Record<string, unknown>>`
    select c.id::text, c.status, c.edit_status as edit, c.deleted_at is not null as deleted, c.number, coalesce(d.version, 0) as version,
      coalesce(d.title, c.title) as title, c.title as "publicTitle"
    from chapters c left join chapter_drafts d on d.chapter_id = c.id
    where c.story_id = any(${storyIds}::bigint[]) order by c.id`.execute(app.database.db);
  expect(chapters).toEqual(
    model.chapters.map(({ id, status, edit, deleted, number, version, title, publicTitle }) => ({
      id,
      status,
      edit,
      deleted,
      number,
      version,
      title,
      publicTitle,
    })),
  );
}

type Command = fc.AsyncCommand<StoryModel, Real>;

/** A command that runs on both sides and then compares them completely. */
class Step implements Command {
  readonly #name: string;
  readonly #needs: 'nothing' | 'stories' | 'chapters';
  readonly #run: (model: StoryModel, real: Real) => Promise<void>;
  constructor(
    name: string,
    needs: 'nothing' | 'stories' | 'chapters',
    run: (model: StoryModel, real: Real) => Promise<void>,
  ) {
    this.#name = name;
    this.#needs = needs;
    this.#run = run;
  }
  check(model: Readonly<StoryModel>): boolean {
    return this.#needs === 'nothing' || model[this.#needs].length > 0;
  }
  async run(model: StoryModel, real: Real): Promise<void> {
    await this.#run(model, real);
    await expectSame(model);
  }
  toString(): string {
    return this.#name;
  }
}

const pick = <T>(items: readonly T[], index: number): T => items[index % items.length]!;
const description = (doubtful: boolean) => (doubtful ? 'All of it at www.lemon-shop.com.' : 'A story of lemons.');
type Kind = ModelChapter['kind'];
function textOf(kind: Kind): string {
  seed += 1;
  return { blank: '', plain: prose(110, seed), doubtful: doubtfulProse(110, seed) }[kind];
}

const index = fc.nat(5);
const title = fc.constantFrom('One', 'Two', 'Three', 'Four', 'Five', '');
const kind = fc.constantFrom<Kind>('plain', 'plain', 'plain', 'doubtful', 'blank');
const stale = fc.integer({ min: 0, max: 5 }).map((n) => n === 0);
const doubtful = fc.integer({ min: 0, max: 3 }).map((n) => n === 0);

const beginStory = (given: { title: string; doubtful: boolean }) =>
  new Step(`create story ${JSON.stringify(given)}`, 'nothing', async (model, { member }) => {
    if (model.stories.length >= 3) return;
    const input = {
      title: given.title,
      description: description(given.doubtful),
      mode: 'solo',
      categories: ['drama'],
      language: 'en',
    };
    const answer = await app.send(storyApi.create, input, member);
    expect(outcome(answer)).toBe('200');
    const { id } = answer.body.data as StoryDraft;
    const fresh = {
      id,
      status: 'draft',
      edit: null,
      deleted: false,
      version: 1,
      publicTitle: null,
      publicDoubtful: false,
      review: null,
    } as const;
    model.stories.push({ ...fresh, ...given });
  });
const createStory = fc.record({ title, doubtful }).map(beginStory);

const beginChapter = (given: { index: number; title: string; kind: Kind }) =>
  new Step(`create chapter ${JSON.stringify(given)}`, 'stories', async (model, { member }) => {
    const story = pick(model.stories, given.index);
    if (model.chaptersOf(story).length >= 5) return;
    const input = { storyId: story.id, title: given.title, summary: given.title, content: textOf(given.kind) };
    const answer = await app.send(chapterApi.create, input, member);
    expect(outcome(answer)).toBe(story.deleted ? '404 story_not_found' : '200');
    if (story.deleted) return;
    const { id } = answer.body.data as ChapterDraft;
    model.chapters.push({
      id,
      story,
      status: 'draft',
      edit: null,
      deleted: false,
      number: null,
      version: 1,
      title: given.title,
      kind: given.kind,
      publicTitle: null,
      publicKind: 'blank',
      review: null,
    });
  });
const createChapter = fc.record({ index, title, kind }).map(beginChapter);

const updateStory = fc.record({ index, title, doubtful, stale }).map(
  (given) =>
    new Step(`update story ${JSON.stringify(given)}`, 'stories', async (model, { member }) => {
      const story = pick(model.stories, given.index);
      const version = given.stale ? story.version - 1 : story.version;
      const input = { storyId: story.id, version, title: given.title, description: description(given.doubtful) };
      const answer = await app.send(storyApi.update, input, member);
      expect(outcome(answer)).toBe(model.updateStory(story, version, given.title, given.doubtful));
    }),
);

const updateChapter = fc.record({ index: fc.nat(20), title, kind, stale }).map(
  (given) =>
    new Step(`update chapter ${JSON.stringify(given)}`, 'chapters', async (model, { member }) => {
      const chapter = pick(model.chapters, given.index);
      const version = given.stale ? chapter.version + 1 : chapter.version;
      const begins = chapter.status === 'approved' && chapter.edit === null;
      const input = {
        chapterId: chapter.id,
        version,
        title: given.title,
        summary: given.title,
        content: textOf(given.kind),
      };
      const answer = await app.send(chapterApi.update, input, member);
      expect(outcome(answer)).toBe(model.updateChapter(chapter, version, given.title, given.kind));
      // The first version of an edit is random. From then on versions are sequential.
      if (begins && answer.status === 200) chapter.version = (answer.body.data as ChapterDraft).version;
    }),
);

type Call = 'submit' | 'withdraw' | 'discardEdit' | 'delete' | 'undelete';
const storyStep =
  (name: string, call: Call, expected: (model: StoryModel, story: ModelStory) => string) => (at: number) =>
    new Step(`${name} story ${at}`, 'stories', async (model, { member }) => {
      const story = pick(model.stories, at);
      const answer = await app.send(storyApi[call], { storyId: story.id }, member);
      expect(outcome(answer)).toBe(expected(model, story));
      if (call === 'submit' && answer.status === 200) story.review!.id = await latestReview('story', story.id);
    });
const onStory = (...given: Parameters<typeof storyStep>) => index.map(storyStep(...given));

const chapterStep =
  (name: string, call: Call, expected: (model: StoryModel, chapter: ModelChapter) => string) => (at: number) =>
    new Step(`${name} chapter ${at}`, 'chapters', async (model, { member }) => {
      const chapter = pick(model.chapters, at);
      const answer = await app.send(chapterApi[call], { chapterId: chapter.id }, member);
      expect(outcome(answer)).toBe(expected(model, chapter));
      if (call === 'submit' && answer.status === 200) chapter.review!.id = await latestReview('chapter', chapter.id);
    });
const onChapter = (...given: Parameters<typeof chapterStep>) => fc.nat(20).map(chapterStep(...given));

const look = new Step('the machine looks', 'stories', async (model) => {
  await app.work();
  model.machine();
});
const machine = fc.constant(look);

const decide = fc
  .record({ index: fc.nat(20), approves: fc.integer({ min: 0, max: 2 }).map((n) => n > 0), waiting: fc.boolean() })
  .map(
    (given) =>
      new Step(`decide ${JSON.stringify(given)}`, 'stories', async (model) => {
        const all = [...model.stories, ...model.chapters].filter(({ review }) => review !== null);
        const waiting = all.filter(({ review }) => review!.state === 'manual');
        const choice = given.waiting && waiting.length > 0 ? waiting : all;
        if (choice.length === 0) return;
        const subject = pick(choice, given.index);
        const { id: reviewId, version } = subject.review!;
        const action = given.approves ? 'approve' : 'reject';
        const answer = await app.send(
          moderationApi[action],
          { reviewId, version, ...(given.approves ? {} : { reason: REASON }) },
          moderator,
        );
        const expected = 'story' in subject ? model.decideChapter(subject, action) : model.decideStory(subject, action);
        expect(outcome(answer)).toBe(expected);
      }),
  );

const submitStory = ['submit', 'submit', (model: StoryModel, story: ModelStory) => model.submitStory(story)] as const;
const submitChapter = [
  'submit',
  'submit',
  (model: StoryModel, chapter: ModelChapter) => model.submitChapter(chapter),
] as const;

const COMMANDS: fc.Arbitrary<Command>[] = [
  createStory,
  createChapter,
  createChapter,
  updateStory,
  updateChapter,
  updateChapter,
  updateChapter,
  onStory(...submitStory),
  onStory(...submitStory),
  onStory('take back', 'withdraw', (model, story) => model.withdrawStory(story)),
  onStory('discard edit of', 'discardEdit', (model, story) => model.discardStoryEdit(story)),
  onStory('delete', 'delete', (model, story) => model.deleteStory(story)),
  onStory('bring back', 'undelete', (model, story) => model.undeleteStory(story)),
  onStory('bring back', 'undelete', (model, story) => model.undeleteStory(story)),
  onChapter(...submitChapter),
  onChapter(...submitChapter),
  onChapter(...submitChapter),
  onChapter('take back', 'withdraw', (model, chapter) => model.withdrawChapter(chapter)),
  onChapter('discard edit of', 'discardEdit', (model, chapter) => model.discardChapterEdit(chapter)),
  onChapter('delete', 'delete', (model, chapter) => model.deleteChapter(chapter)),
  onChapter('bring back', 'undelete', (model, chapter) => model.undeleteChapter(chapter)),
  machine,
  machine,
  decide,
  decide,
];

/** What a run starts with. Most random sequences would never get this far by themselves. */
const PRELUDES: Record<string, Step[]> = {
  nothing: [],
  'a story that waits': [
    beginStory({ title: 'One', doubtful: true }),
    beginChapter({ index: 0, title: 'One', kind: 'plain' }),
    storyStep(...submitStory)(0),
    look,
  ],
  'a public story with chapters that wait': [
    beginStory({ title: 'One', doubtful: false }),
    beginChapter({ index: 0, title: 'One', kind: 'plain' }),
    storyStep(...submitStory)(0),
    look,
    beginChapter({ index: 0, title: 'Two', kind: 'doubtful' }),
    beginChapter({ index: 0, title: 'Three', kind: 'plain' }),
    chapterStep(...submitChapter)(1),
    chapterStep(...submitChapter)(2),
    look,
  ],
};
const prelude = fc.constantFrom(...Object.keys(PRELUDES));

const told = { steps: 0, published: 0 };

it(
  'for any sequence of actions, the site does what the model does and refuses what it refuses',
  async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.commands(COMMANDS, { maxCommands: STEPS, size: 'max' }),
        prelude,
        async (commands, beginning) => {
          runs += 1;
          // A member can have 100 drafts, and sessions expire.
          if (runs % 20 === 0) {
            author = await buildMember(app);
            moderator = await buildMember(app, { role: 'moderator' });
          }
          const real: Real = { member: author };
          const model = new StoryModel();
          for (const step of PRELUDES[beginning]!) await step.run(model, real);
          await fc.asyncModelRun(() => ({ model, real }), commands);
          told.steps += [...commands].length;
          told.published += model.chapters.filter((chapter) => chapter.status === 'approved').length;
          if (runs % 10 === 0) await expectInvariants(app);
        },
      ),
      { numRuns: RUNS, endOnFailure: true, ...(FULL ? {} : { seed: 20_261_121 }) },
    );
    await expectInvariants(app);
    // Runs that publish nothing would prove nothing.
    expect(told.steps / RUNS).toBeGreaterThan(STEPS / 4);
    expect(told.published / RUNS).toBeGreaterThan(0.5);
  },
  FULL ? 4 * 3_600_000 : 120_000,
);
