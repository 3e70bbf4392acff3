import type { DemoStory } from './fill.ts';

/**
 * Two stories that the automatic check escalates to a moderator: one is full of links, the other has the wrong
 * language.
 */
export const QUESTIONABLE: DemoStory[] = [
  {
    language: 'en',
    title: 'The Lighthouse Discount',
    description: 'A keeper sells light by the minute, at prices nobody can explain.',
    categories: ['comedy'],
    progress: 'ongoing',
    chapters: [
      {
        title: 'Half price after midnight',
        summary: 'The keeper opens a shop.',
        content: `The keeper had painted the prices on the door: one minute of light, two herrings; an hour, one sheep. Boats that could not pay were advised to steer by the smell of the harbour.

On the first night nobody came. On the second a trawler bought forty seconds and used them to find a cap. On the third the keeper put up a board by the road that said www.cheap-light.example and www.light-now.example and, because there was room, https://best-light.example/offer.

“What is all that?” asked the postman, who could read anything but did not care to.

“Directions,” said the keeper. “For people who arrive from the other side.”

The postman looked out over the water, where there was no other side that anybody had ever mentioned, and left the bills under a stone. That evening the sea was so calm that the light lay on it like a plank, and the keeper walked along the gallery with his ledger and wondered who, exactly, had been paying for it all these years.`,
      },
    ],
  },
  {
    language: 'fr',
    title: 'The Inspector of Small Bridges',
    description:
      'An inspector crosses every bridge of a county twice, once in each direction, and writes down the difference.',
    categories: ['mystery'],
    progress: 'ongoing',
    chapters: [
      {
        title: 'Going and coming back',
        summary: 'The inspector begins with the smallest bridge.',
        content: `The smallest bridge in the county is a plank with a railing on one side. The inspector crossed it at nine in the morning and wrote: sound, a little vain. He crossed it again at nine and five and wrote: the same, but relieved.

Nobody had ever asked him why he crossed everything twice. It was assumed to be a regulation. In truth he had once met, in the middle of a much larger bridge, a man who was walking the other way with his face, and since then he had found it only prudent to check both directions.

At the mill the miller was waiting for him with a complaint. The bridge behind the mill, she said, had been getting shorter since Easter. She had measured it with a rope, and then with a child, and both agreed.

He paced it out. Going, it was twenty-one steps. Coming back it was nineteen, and on the parapet, in wet paint, somebody had written the date of the following Tuesday.`,
      },
    ],
  },
];
