import { beforeAll, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import {
  buildBranchStory,
  buildMember,
  buildWay,
  decide,
  doubtfulProse,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { seededRandom } from '#testing/race.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { branchApi } from '../contract.ts';
import { RESERVATIONS_PER_MEMBER, WAYS_MAX } from '../model/branch-limits.ts';
import { hide, takeIn } from './branch.test-kit.ts';

/** A second, simple model of a branch with the same rules. The site must agree with it. */
interface ModelChapter {
  id: string;
  parent: string | null;
  author: Member;
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'hidden';
}

const app = setUpTestApp();
const STEPS = FULL ? 250 : 70;
let members: Member[];
let moderator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  members = [await buildMember(app), await buildMember(app), await buildMember(app)];
  moderator = await buildMember(app, { role: 'moderator' });
});

class Model {
  readonly chapters = new Map<string, ModelChapter>();
  readonly reservations = new Set<string>();

  taken(parent: string, but: { author?: Member; id?: string } = {}): number {
    const ways = [...this.chapters.values()].filter(
      (chapter) =>
        chapter.parent === parent && !['draft', 'rejected'].includes(chapter.status) && chapter.id !== but.id,
    );
    const reservations = [...this.reservations].filter(
      (reservation) => reservation.startsWith(`${parent} `) && reservation !== `${parent} ${but.author?.id}`,
    );
    return ways.length + reservations.length;
  }

  /** Releases the oldest reservation if there are too many. */
  hold(parent: string, who: Member): void {
    const reservation = `${parent} ${who.id}`;
    this.reservations.delete(reservation);
    this.reservations.add(reservation);
    const own = [...this.reservations].filter((held) => held.endsWith(` ${who.id}`));
    if (own.length > RESERVATIONS_PER_MEMBER) this.reservations.delete(own[0]!);
  }

  mayWrite(author: Member, parent: string, id?: string): string {
    const { status } = this.chapters.get(parent)!;
    if (status === 'hidden') return '409 wrong_state';
    if (status !== 'approved') return '404 chapter_not_found';
    return this.taken(parent, { author, ...(id ? { id } : {}) }) < WAYS_MAX ? '200' : '409 no_continuation_left';
  }

  maySubmit(chapter: ModelChapter): string {
    if (chapter.status === 'pending') return '409 chapter_in_review';
    if (chapter.status === 'approved' || chapter.status === 'hidden') return '409 wrong_state';
    return chapter.parent === null ? '200' : this.mayWrite(chapter.author, chapter.parent, chapter.id);
  }
}

it.each(FULL ? [1, 2, 3, 4, 5, 6] : [1, 2])(
  'random actions in a branch follow the rules (%i)',
  async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;
    const model = new Model();
    const { storyId, ids } = await buildBranchStory(app, members[0]!, {});
    await takeIn(app, storyId, ...members.slice(1));
    const first = ids.first!;
    model.chapters.set(first, { id: first, parent: null, author: members[0]!, status: 'approved' });
    // Near its limit from the start, so that some find no continuation left.
    for (let i = 0; i < WAYS_MAX - 2; i += 1) {
      const id = await buildWay(app, members[0]!, storyId, first, `Way ${i}`);
      model.chapters.set(id, { id, parent: first, author: members[0]!, status: 'approved' });
    }
    const send = async (call: keyof typeof chapterApi, input: object, who: Member) =>
      outcome(await app.send(chapterApi[call], input, who));
    const inState = (state: ModelChapter['status']) => {
      const found = [...model.chapters.values()].filter(({ status }) => status === state);
      return found.length > 0 ? found : null;
    };
    const parentToTry = () => (random(2) === 0 ? first : pick([...model.chapters.keys()]));

    const steps: Record<string, () => Promise<void>> = {
      async begin() {
        const [author, parent] = [pick(members), parentToTry()];
        const answer = await app.send(
          chapterApi.create,
          {
            storyId,
            parentChapterId: parent,
            title: 'x',
            summary: 'x',
            choice: 'x',
            content: doubtfulProse(120, random(1e6)),
          },
          author,
        );
        expect(outcome(answer)).toBe(model.mayWrite(author, parent));
        if (answer.status !== 200) return;
        const { id } = answer.body.data as { id: string };
        model.chapters.set(id, { id, parent, author, status: 'draft' });
      },
      async submit() {
        const chapter = pick([...model.chapters.values()]);
        const expected = model.maySubmit(chapter);
        expect(await send('submit', { chapterId: chapter.id }, chapter.author)).toBe(expected);
        if (expected !== '200') return;
        chapter.status = 'pending';
        model.reservations.delete(`${chapter.parent} ${chapter.author.id}`);
        await app.work();
      },
      async withdraw() {
        const chapter = pick(inState('pending') ?? [...model.chapters.values()]);
        const expected = chapter.status === 'pending' ? '200' : '409 wrong_state';
        expect(await send('withdraw', { chapterId: chapter.id }, chapter.author)).toBe(expected);
        if (expected === '200') chapter.status = 'draft';
      },
      async delete() {
        const chapter = pick([...model.chapters.values()]);
        const expected = ['draft', 'rejected'].includes(chapter.status) ? '200' : '409 wrong_state';
        expect(await send('delete', { chapterId: chapter.id }, chapter.author)).toBe(expected);
        if (expected === '200') model.chapters.delete(chapter.id);
      },
      async decide() {
        const waiting = inState('pending');
        if (!waiting) return;
        const chapter = pick(waiting);
        const action = pick(['approve', 'approve', 'reject'] as const);
        await decide(app, moderator, chapter.id, action);
        chapter.status = action === 'approve' ? 'approved' : 'rejected';
      },
      async hide() {
        const shown = [...model.chapters.values()].filter(({ id, status }) => status === 'approved' && id !== first);
        if (random(4) > 0 || shown.length === 0) return;
        const chapter = pick(shown);
        await hide(app, chapter.id);
        chapter.status = 'hidden';
      },
      async reserve() {
        const [who, parent] = [pick(members), parentToTry()];
        const expected = model.mayWrite(who, parent);
        expect(outcome(await app.send(branchApi.reserve, { chapterId: parent }, who))).toBe(expected);
        if (expected === '200') model.hold(parent, who);
      },
      async release() {
        const [who, parent] = [pick(members), parentToTry()];
        const isPublic = ['approved', 'hidden'].includes(model.chapters.get(parent)!.status);
        expect(outcome(await app.send(branchApi.release, { chapterId: parent }, who))).toBe(
          isPublic ? '200' : '404 chapter_not_found',
        );
        model.reservations.delete(`${parent} ${who.id}`);
      },
    };

    for (let step = 0; step < STEPS; step += 1) {
      await steps[
        pick([
          'begin',
          'begin',
          'submit',
          'submit',
          'submit',
          'withdraw',
          'delete',
          'decide',
          'decide',
          'hide',
          'reserve',
          'release',
        ])
      ]!();
      if (step % 10 !== 9) continue;
      await expectInvariants(app);
      const { chapters, reservations } = await app.call(branchApi.tree, { storyId });
      const shown = [...model.chapters.values()].filter(({ status }) => status === 'approved' || status === 'hidden');
      expect(chapters.map(({ id, parentId, status }) => [id, parentId, status])).toEqual(
        shown.map(({ id, parent, status }) => [id, parent, status]),
      );
      expect(reservations.map(({ parentId, user }) => `${parentId} ${user.id}`).sort()).toEqual(
        [...model.reservations]
          .filter((reservation) => model.chapters.get(reservation.split(' ')[0]!)!.status === 'approved')
          .sort(),
      );
      for (const { id } of shown) {
        const { taken, ways } = await app.call(branchApi.continuations, { chapterId: id });
        expect(taken).toBe(model.taken(id));
        expect(ways.map((way) => way.id)).toEqual(shown.filter(({ parent }) => parent === id).map((way) => way.id));
      }
    }
  },
  120_000,
);
