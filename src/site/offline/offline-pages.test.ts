import { describe, expect, it } from 'vitest';
import { fillOfflinePage, type KeptPlace, listStories, placeIn } from './offline-pages.ts';

const written = (place: object) =>
  JSON.stringify(place)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;');
const pageOf = (storyId: string, number: number, rest: Partial<KeptPlace> = {}) => {
  const place: KeptPlace = {
    storyId,
    storyTitle: `Story ${storyId}`,
    language: 'en',
    mode: 'solo',
    chapterId: `${storyId}${number}`,
    number,
    next: { id: `${storyId}${number + 1}`, number: number + 1 },
    chapterCount: 9,
    ...rest,
  };
  return {
    address: `/story/${storyId}/chapter/${place.chapterId}`,
    html: `<main lang="en" data-place="${written(place)}" class="a">`,
  };
};

it('finds the chapter that a page shows, or returns null', () => {
  expect(placeIn(pageOf('7', 2, { storyTitle: `"Salt" & 'tax' <b>` }).html)).toMatchObject({
    storyTitle: `"Salt" & 'tax' <b>`,
    number: 2,
  });
  expect(placeIn('<main>')).toBeNull();
  expect(placeIn('<main data-place="{">')).toBeNull();
});

describe('the kept stories', () => {
  it('are listed with the one read last first, each with the next chapter to read', () => {
    const pages = [pageOf('7', 1), pageOf('8', 4), pageOf('7', 3), pageOf('7', 2), { address: '/story/7', html: '' }];
    expect(listStories(pages).map(({ place, count, next }) => [place.storyId, count, next])).toEqual([
      ['7', 3, { number: 3, address: '/story/7/chapter/73' }],
      ['8', 1, { number: 4, address: '/story/8/chapter/84' }],
    ]);
  });
  it('count a chapter once, even if it is kept in several languages', () => {
    const twice = [pageOf('7', 1), { ...pageOf('7', 1), address: '/story/7/chapter/71?lang=de' }];
    expect(listStories(twice)).toMatchObject([{ count: 1, next: { address: '/story/7/chapter/71?lang=de' } }]);
  });
});

describe('the offline page', () => {
  const pattern = `<h1>x</h1><p data-when="some" hidden="">some</p><p data-when="none">none</p><ul data-kept-list="" class="a" hidden="">
    <li data-kept="solo"><a lang="[[language]]" href="[[address]]">[[title]]</a> [[here]]/[[count]] [[next]]</li>
    <li data-kept="relay">relay [[title]]</li></ul>`;
  it('lists the stories, and escapes their titles', () => {
    const stories = listStories([pageOf('7', 1, { storyTitle: '<img src=x> & "y"', mode: 'relay' }), pageOf('8', 2)]);
    expect(fillOfflinePage(pattern, stories)).toBe(
      '<h1>x</h1><p data-when="some">some</p><ul data-kept-list="" class="a">' +
        '<li data-kept="solo"><a lang="en" href="/story/8/chapter/82">Story 8</a> 1/9 2</li>' +
        '<li data-kept="relay">relay &lt;img src=x&gt; &amp; &quot;y&quot;</li></ul>',
    );
  });
  it('says that nothing is kept', () => {
    expect(fillOfflinePage(pattern, [])).toBe('<h1>x</h1><p data-when="none">none</p>');
  });
});
