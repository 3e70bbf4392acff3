import { createHash } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MODES, WRITING_MODES } from '#features/modes.ts';
import { widthInEm } from '#features/stories/model/cover/cover-title.ts';
import * as cover from '#features/stories/model/cover/draw-cover.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';

/** SHA-256 of the pictures of the design prototype. A change to any of them changes covers that readers know. */
const RECORDED: [sha256: string, title: string, mode: WritingMode, author: string, lang: string][] = [
  [
    'd64a3f1b5a91439b904039658e1b3ce0c100688cb785453c7d95904a021ad9b2',
    'Whoever Last Fed the Dog',
    'relay',
    'Mara_Ilic',
    'en',
  ],
  [
    '100d78893afb61623fd0d64ea4ba7f1fd8844bfdbde2b76230d7874571e269f0',
    'Trois hivers à crédit',
    'relay',
    'amelie_r',
    'fr',
  ],
  ['4b37570455f89225c83df4e5984eac14d17fa99d94d6e88a534a0cbdbeec8e3c', '막차를 놓친 사람들', 'relay', '민준', 'ko'],
  [
    '99391bfc518993625b1c76be906636d0ad587740693b4cd69366ddedc2151b72',
    '猫町郵便局、本日も不在',
    'relay',
    'haru_no',
    'ja',
  ],
  ['ccf8f48dfd7a65e1899797f25b9f3e854efd9305603e8efcae73c1d94c4ac859', '雨水账本', 'solo', '沈青禾', 'zh'],
  [
    '2ed8e19e942a71f968b83fe69ca5bee9a4747cfd3a73a402bea2eb452fc57d89',
    'La femme qui rendait les parapluies',
    'solo',
    'amelie_r',
    'fr',
  ],
  [
    '58f38f5adeb21594067119703926d27105396b0fe90e569e59a4a2fe5e5e68aa',
    'O rio não assina recibos',
    'solo',
    'Inês_Prado',
    'pt',
  ],
  [
    'd85e0291c8acb3cdffef3b440abdc0800428019c828730109587651460807b01',
    'Bus 17 Does Not Stop Here',
    'branch',
    'T_Adeyemi',
    'en',
  ],
  [
    '871a33067e1348d246c78c53c622ac216fa03ebbb25101058cbe3e0b8f4251db',
    'Donaudampfschifffahrtsgesellschaftskapitänswitwe',
    'branch',
    'Hedwig_K',
    'de',
  ],
  ['ca880753a8a33bfd6447db139f3539d1fa8e348dc64ee135e68c965d6e21a59d', '忘れ物係の夜', 'branch', 'haru_no', 'ja'],
  [
    'da15488ded52039867443e0a0fcee4ac6cdcf2dbfa3167bcb3ef358aef0d2fd3',
    'What the Ferryman Overcharged',
    'competition',
    'Okonkwo_B',
    'en',
  ],
  [
    'f62c0435b8d86ec756dd4d005b921550c1a10944d51e3eacf5c70b74aeb02d2b',
    'El último turno de la panadería Ordóñez',
    'competition',
    'LucíaVega',
    'es',
  ],
  [
    '04b8b5a3ceffbe220f37002156feb6443f61dc1bbdcd1c1477c9bb1fe1ba32fc',
    '我们在渡口交换了姓氏',
    'competition',
    '白露',
    'zh',
  ],
  [
    '4f267d099d848129ab34f0db76333681b16c0c175090a066c168180181b423d0',
    'A Short History of the Flood, by the People Who Slept Through It & Other Lies',
    'relay',
    'an_author_with_a_very_long_name_',
    'en',
  ],
  ['5127daccc7ff5e108792052ca55b00d5eef4d0fe68a5bb77924b2d892d212082', '“<b>” & co', 'solo', '', 'en'],
  ['f46ba3fa21947d9771de4acf8ff36e375d86f28aa3253e8d40f38830477fcb34', '', 'competition', 'nobody', 'en'],
];
const recordedSubjects = RECORDED.map(
  ([, title, mode, author, lang]): cover.CoverSubject => ({ title, mode, author, lang }),
);

const art = new Map(
  await Promise.all(WRITING_MODES.map(async (mode) => [mode, await cover.loadArt(MODES[mode])] as const)),
);
const drawCover = (subject: cover.CoverSubject) => cover.drawCover(subject, art.get(subject.mode)!);
const drawCoverThreads = (subject: cover.CoverSubject) => cover.drawCoverThreads(subject, art.get(subject.mode)!);
const drawings = { drawCover, drawCoverThreads };

/** Hostile text: every code unit, markup, joined emoji, other directions. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('"', "'", '&', '<', '>', ']]>', '<!--', '<?', '&#1;', '</title>', '<script>alert(1)</script>'),
      fc.constantFrom(
        '👩‍👩‍👧‍👦',
        '🇩🇪',
        'שלום',
        'مرحبا بالعالم',
        '\u202E',
        'e\u0301',
        '漢字',
        '、',
        '\u0000',
        '\uFFFE',
        '\uD83D',
      ),
      fc.constantFrom('x'.repeat(90), 'schatz'.repeat(12), '😀'.repeat(40)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const subjects = fc.record({
  title: hostileText,
  mode: fc.constantFrom(...WRITING_MODES),
  author: fc.oneof(fc.constant(''), hostileText),
  lang: fc.oneof(fc.constantFrom('en', 'zh', 'ja', 'ko', 'ar', '__proto__', 'constructor'), hostileText),
});

describe('drawCover', () => {
  test.each(RECORDED)('draws the recorded picture %s for %j', (sha256, title, mode, author, lang) => {
    const svg = drawCover({ title, mode, author, lang });
    expect(createHash('sha256').update(svg).digest('hex')).toBe(sha256);
  });

  test.each(['M'.repeat(32), '雨水账本'.repeat(8), '🎭'.repeat(32)])(
    'cuts off the name %s before the edge',
    (author) => {
      const svg = drawCover({ title: 'Salt Tax', mode: 'solo', author, lang: 'en' });
      const drawn = />([^<]*)<\/text><\/svg>$/.exec(svg)![1]!;
      expect(drawn.endsWith('…')).toBe(true);
      expect(64 + widthInEm(drawn) * 19).toBeLessThan(400);
      expect(author.startsWith(drawn.slice(0, -1))).toBe(true);
    },
  );
  test('contains the escaped title and author', () => {
    const svg = drawCover({ title: 'Salt & <Tax>', mode: 'solo', author: '"R"', lang: 'en' });
    expect(svg).toContain('<title>Salt &#38; &#60;Tax&#62;</title>');
    expect(svg).toContain('>&#34;R&#34;</text></svg>');
  });

  test('omits what XML can’t contain, and draws the same picture as without it', () => {
    const clean: cover.CoverSubject = { title: 'Salt Tax 😀', mode: 'solo', author: 'R', lang: 'en' };
    const soiled = { ...clean, title: 'Sa\u0000lt\uD83D Tax\uFFFF\u001B 😀\uDE00', author: '\u0008R\uFFFE' };
    expect(drawCover(soiled)).toBe(drawCover(clean));
  });

  test('depends on title, mode, author and language', () => {
    const subject: cover.CoverSubject = { title: '雨水', mode: 'solo', author: 'R', lang: 'zh' };
    const others: cover.CoverSubject[] = [
      { ...subject, title: '雨雪' },
      { ...subject, mode: 'relay' },
      { ...subject, author: 'S' },
      { ...subject, lang: 'ja' },
    ];
    expect(new Set([subject, ...others].map(drawCover)).size).toBe(5);
  });
});

describe('drawCoverThreads', () => {
  test.each(recordedSubjects)('draws the cover of $title without its text', (subject) => {
    const svg = drawCoverThreads(subject);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="1200" height="630" /);
    expect(svg).not.toMatch(/<text|<title|font|lang=/);
    expect(paletteOf(svg)).toEqual(paletteOf(drawCover(subject).replace(/<g fill="#.*/, '')));
  });

  test.each(recordedSubjects)('fills the canvas from edge to edge: $title', async (subject) => {
    const { data, info } = await sharp(Buffer.from(drawCoverThreads(subject)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    const pixel = (x: number, y: number) => data.readUIntBE((y * 1200 + x) * info.channels, 3);
    const cloth = pixel(600, 0);
    const column = (x: number) => Array.from({ length: 630 }, (_, y) => pixel(x, y));
    const row = (y: number) => Array.from({ length: 1200 }, (_, x) => pixel(x, y));
    expect(new Set([...row(0), ...row(629)])).toEqual(new Set([cloth]));
    expect(column(0).some((color) => color !== cloth)).toBe(true);
    expect(column(600).some((color) => color !== cloth)).toBe(true);
  });
});

describe.each(Object.entries(drawings))('%s, for any input,', (_name, draw) => {
  test('returns well-formed XML with only the expected elements', async () => {
    await fc.assert(
      fc.asyncProperty(subjects, async (subject) => {
        const svg = draw(subject);
        expect(svg.isWellFormed()).toBe(true);
        const elements = new Set(svg.match(/<[^/][^\s/>]*/g));
        expect([...elements].filter((element) => !/^<(svg|title|rect|g|path|circle|text)$/.test(element))).toEqual([]);
        expect(svg).not.toMatch(/="[^"]*(NaN|undefined|Infinity)/);
        // librsvg uses a strict XML parser, which throws at the first error.
        expect((await sharp(Buffer.from(svg)).metadata()).format).toBe('svg');
      }),
      { numRuns: 300 },
    );
  });

  test('draws the same picture twice', () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        expect(draw({ ...subject })).toBe(draw(subject));
      }),
    );
  });
});

/** The colors of a picture, in no order. */
function paletteOf(svg: string): Set<string> {
  return new Set(svg.match(/#[0-9a-f]{6}/g));
}
