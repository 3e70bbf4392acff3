import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharacters, countUnits } from '#core/units.ts';
import { cpuMs } from '#testing/cpu-time.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const countByUnicodeRules = (text: string) => [...segmenter.segment(text)].filter((s) => s.isWordLike).length;

describe('countUnits in the eight languages', () => {
  test.each([
    ['en', 'The ferryman hadn’t asked for more than two coins.', 9],
    ['en', 'She paid 3.50 (or 1,000?) for a well-known o’clock.', 10],
    ['de', 'Donaudampfschifffahrtsgesellschaft: „Wie geht’s Ihnen heute?“', 5],
    ['de', 'Am 3. Oktober um 12:30 Uhr – also übermorgen …', 9],
    ['fr', 'L’homme qu’il aimait dit-il aujourd’hui « peut-être » ?', 8],
    ['fr', 'Il y a 1\u202F000 raisons\u202F; c’était l’une d’elles\u202F!', 8],
    ['es', '¿Mañana empieza en Valparaíso? ¡Claro, a las 7!', 8],
    ['pt', 'O rio não assina recibos, disse-lhe a avó.', 9],
    ['zh', '雨水账本。', 4],
    ['zh', '“你好，”他说：“再见！”', 6],
    ['zh', '他用 iPhone 给 Mary 打了3次电话。', 11],
    ['zh', '他用iPhone给Mary打了3，4次电话', 12],
    ['zh', 'Tom：Hello', 2],
    ['ja', '忘れ物係の夜、ラーメンを食べた。', 14],
    ['ja', '人々はスマートフォンでLINEを見る・・・', 15],
    ['ko', '막차를 놓친 사람들', 3],
    ['ko', '그는 SNS는 안 하고, 3개월 동안 “책”을 읽었다.', 9],
  ])('%s: %s', (_language, text, units) => {
    expect(countUnits(text)).toBe(units);
  });
});

describe('countUnits at the edges', () => {
  test.each([
    ['nothing', '', 0],
    ['white space', ' \t\n\u00A0\u3000', 0],
    ['punctuation', '… — * * * «?!» 、。「」・ __', 0],
    ['emoji', '😀👍🏽👨‍👩‍👧❤️🇩🇪ℹ️Ⓜ️', 0],
    ['emoji made of digits', '1️⃣2⃣', 0],
    ['emoji between words', 'ja😀nein', 2],
    ['apostrophes, straight and curly', "don't don’t l'été rock 'n' roll", 6],
    ['hyphens', 'well-known e-mail', 4],
    ['soft hyphens and joiners', 'Donau\u00ADdampf\u00ADschiff می\u200Cخواهم', 2],
    ['zero width spaces part words', 'one\u200Btwo', 2],
    ['narrow spaces', '1\u202F000 10\u202Fkm oui\u202F!', 4],
    ['numbers', '7 3.14 1,000 1.000,50 12:30 20% €5', 8],
    ['roman numerals, ordinals', 'Ⅻ 1º 2ª 3rd', 4],
    ['accents written apart', 'e\u0301te\u0301', 1],
    ['half-width kana', 'ｶﾞｷﾞﾗｰﾒﾝ', 6],
    ['kana with voicing written apart', 'カ\u3099は\u309A', 2],
    ['iteration marks, zero, long vowel', '々〻〇〆ゝヾー〱', 8],
    ['compatibility ideographs and radicals', '豈﨑⼈', 3],
    ['planes 2 and 3', '𠮷\u{2A6DF}\u{2EBE0}\u{30000}\u{323B0}', 5],
    ['ideographs with variation selectors', '葛\u{E0100}辻\uFE00', 2],
    ['full-width letters and digits', 'ＡＢＣ １２３', 2],
    ['Korean written apart', '한국어를'.normalize('NFD'), 1],
    ['Greek, Russian, Arabic, Hindi', 'καλημέρα мир, صباح الخير नमस्ते दुनिया', 6],
    ['Thai', 'สวัสดีครับ', 2],
    ['Thai with English and digits', 'ฉันใช้iPhone15', 3],
    ['halves of surrogate pairs', '\uD842 \uDFB7', 0],
  ])('%s', (_name, text, units) => {
    expect(countUnits(text)).toBe(units);
  });
});

test.each([
  ['Thai', 'เมื่อวานนี้ฉันไปตลาดกับแม่'],
  ['Lao', 'ມື້ວານນີ້ຂ້ອຍໄປຕະຫຼາດ'],
  ['Khmer', 'ម្សិលមិញខ្ញុំទៅផ្សារ'],
  ['Burmese', 'မနေ့ကကျွန်တော်ဈေးသွားတယ်'],
])('countUnits counts %s, which has no spaces, with the dictionaries of the engine', (_language, text) => {
  expect(countUnits(text)).toBe(countByUnicodeRules(text));
  expect(countUnits(text)).toBeGreaterThan(2);
});

describe('countUnits always', () => {
  // Without Korean, full-width marks, narrow spaces and lone underscores, where we differ on purpose. Without Hebrew,
  // because for ICU a letter with an ASCII apostrophe and an accent is no word.
  const spacedScripts = fc
    .array(fc.constantFrom(..."aZéßñçõœÆжЯλίبक्षि०07٣ \n-–—.,;:!?…'‘’“«»()*&/@#%€·", 'e\u0301', '\u00AD', 'a_b', '🙂'))
    .map((parts) => parts.join(''));
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), spacedScripts);

  test('follows the word rules of Unicode in spaced scripts', () => {
    fc.assert(
      fc.property(spacedScripts, (text) => {
        expect(countUnits(text)).toBe(countByUnicodeRules(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('adds up over paragraphs', () => {
    fc.assert(
      fc.property(fc.array(anyText), fc.constantFrom('\n', '\n\n', '\r\n'), (paragraphs, separator) => {
        const sum = paragraphs.reduce((units, paragraph) => units + countUnits(paragraph), 0);
        expect(countUnits(paragraphs.join(separator))).toBe(sum);
      }),
    );
  });

  test('is between 0 and the number of characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const units = countUnits(text);
        expect(units).toBeGreaterThanOrEqual(0);
        expect(units).toBeLessThanOrEqual(countCharacters(text));
      }),
    );
  });

  test('is the same however accents, voicing and Korean syllables are encoded', () => {
    const composed = fc.array(fc.constantFrom(..."aéñüÅガぱプ한국은の中ｶ '’.-3", ' '));
    fc.assert(
      fc.property(composed, (parts) => {
        const text = parts.join('');
        expect(countUnits(text.normalize('NFD'))).toBe(countUnits(text.normalize('NFC')));
      }),
    );
  });

  test('is the number of characters in pure Han and kana', () => {
    const han = fc.integer({ min: 0x4e00, max: 0x9fff });
    const hanBeyond = fc.integer({ min: 0x20000, max: 0x323af });
    const kana = fc.integer({ min: 0x3041, max: 0x3096 });
    fc.assert(
      fc.property(fc.array(fc.oneof(han, hanBeyond, kana)), (codePoints) => {
        expect(countUnits(codePoints.map((c) => String.fromCodePoint(c)).join(''))).toBe(codePoints.length);
      }),
    );
  });
});

describe('countUnits on the longest chapter', () => {
  test.each([
    ['English', "The ferryman hadn't asked, “twice-told” or not. "],
    ['Chinese', '雨水账本：他说，“再见！”'],
    ['Korean', '막차를 놓친 사람들은 아무 말도 하지 않았다. '],
    ['Thai', 'เมื่อวานนี้ฉันไปตลาดกับแม่และซื้อผลไม้มากมาย'],
    ['one word', 'a'],
    ['accents without end', 'a\u0301\u0301\u0301\u0301\u0301\u0301.'],
    ['only accents', '\u0301'],
  ])('is fast enough to run at each pause in typing: %s', (_name, phrase) => {
    const text = phrase.repeat(Math.ceil(120_000 / phrase.length)).slice(0, 120_000);
    const times = Array.from({ length: 5 }, () => {
      const start = cpuMs();
      countUnits(text);
      return cpuMs() - start;
    });
    expect(Math.min(...times)).toBeLessThan(30);
  });
});

describe('countCharacters', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['e\u0301', 2],
    ['𠮷野家', 3],
    ['👍🏽', 2],
    ['\uD842', 1],
  ])('%j has %i', (text, characters) => {
    expect(countCharacters(text)).toBe(characters);
  });
});
