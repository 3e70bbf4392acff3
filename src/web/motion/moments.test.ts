import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { moment } from './moment.ts';
import { beforeMoments } from './moments.ts';

const playMoment = vi.hoisted(() => vi.fn());
vi.mock('./play-moment.ts', () => ({ playMoment }));

const page = { elements: [] as { dataset: object }[], isStill: false, hidden: false };
let story = 0;

/** An element with the attributes of a moment. */
function marked(kind: 'cover' | 'strands', of: string, reached: number) {
  const marks = moment(kind, of, reached);
  return { dataset: { moment: marks['data-moment'], reached: String(marks['data-reached']) } };
}
const show = (...elements: { dataset: object }[]) => {
  page.elements = elements;
};

beforeEach(() => {
  story += 1;
  Object.assign(page, { elements: [], isStill: false, hidden: false });
  playMoment.mockReset();
  vi.stubGlobal('document', {
    querySelectorAll: () => page.elements,
    get hidden() {
      return page.hidden;
    },
  });
  vi.stubGlobal('matchMedia', () => ({ matches: page.isStill }));
});
afterEach(() => vi.unstubAllGlobals());

/** Refreshes the page, which shows these elements then. */
async function refreshTo(...elements: { dataset: object }[]): Promise<void> {
  const after = beforeMoments();
  show(...elements);
  await after();
}

it('plays a moment that happens while the page is open, once', async () => {
  show(marked('cover', `story-${story}`, 3));
  const next = marked('cover', `story-${story}`, 4);
  await refreshTo(next);
  expect(playMoment).toHaveBeenCalledExactlyOnceWith('cover', next);
  await refreshTo(marked('cover', `story-${story}`, 4));
  expect(playMoment).toHaveBeenCalledOnce();
});

it('plays nothing when less is reached, or again as much as before', async () => {
  show(marked('cover', `story-${story}`, 4));
  await refreshTo(marked('cover', `story-${story}`, 3));
  await refreshTo(marked('cover', `story-${story}`, 4));
  expect(playMoment).not.toHaveBeenCalled();
});

it('plays one of two: a decided vote also publishes a chapter', async () => {
  show(marked('cover', `story-${story}`, 1));
  const strands = marked('strands', `round-${story}`, 1);
  await refreshTo(marked('cover', `story-${story}`, 2), strands);
  expect(playMoment).toHaveBeenCalledExactlyOnceWith('strands', strands);
});

it.each(['isStill', 'hidden'] as const)('plays nothing if %s', async (why) => {
  page[why] = true;
  show(marked('cover', `story-${story}`, 1));
  await refreshTo(marked('cover', `story-${story}`, 2));
  page[why] = false;
  await refreshTo(marked('cover', `story-${story}`, 2));
  expect(playMoment).not.toHaveBeenCalled();
});
