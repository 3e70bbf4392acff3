import {
  collapseDuplicatesTransformer,
  DataSet,
  parseRawPattern,
  RegExpMatcher,
  resolveConfusablesTransformer,
  resolveLeetSpeakTransformer,
  toAsciiLowerCaseTransformer,
} from 'obscenity';
import { withLatinLetters } from '#core/confusables.ts';
import type { Language } from '#core/languages.ts';
import { findSpelledOut, withoutSignsInWords } from './disguises.ts';
import { type Finding, findingOf } from './findings.ts';

/**
 * Words that a moderator should see before the text is published: slurs against groups of people, explicit pornography,
 * and the vocabulary of gambling, drug and paper-mill advertising. Swearing isn’t included, because people swear in
 * stories. `|` marks a word boundary.
 */
const LATIN: Partial<Record<Language, string[]>> = {
  en: [
    '|nigger',
    '|nigga|',
    '|faggot',
    '|kike|',
    '|kikes|',
    '|wetback',
    '|gook|',
    '|gooks|',
    '|tranny|',
    '|trannies|',
    '|subhuman',
    '|cumshot',
    '|gangbang',
    '|creampie|',
    '|deepthroat',
    '|blowjob',
    '|child porn',
    '|underage sex',
    '|lolicon',
    '|rape porn',
    '|online casino',
    '|free spins|',
    '|buy viagra',
    '|cheap viagra',
    '|payday loan',
    '|buy followers',
    '|essay writing service',
    '|escort service',
  ],
  de: [
    '|untermensch',
    '|kanake',
    '|judensau',
    '|neger|',
    '|negern|',
    '|schwuchtel',
    '|zigeunerpack',
    '|kinderporno',
    '|fickfilm',
    '|pornofilm',
    '|gruppenfick',
    '|online-casino',
    '|online casino',
    '|freispiele|',
    '|sofortkredit',
    '|potenzmittel',
  ],
  fr: [
    // Not “negro” alone, which is a color in Spanish and Portuguese.
    '|sale negro|',
    '|sales negros|',
    '|bougnoule',
    '|youpin',
    '|tarlouze',
    '|sale arabe',
    '|pédopornograph',
    '|film porno',
    '|éjaculation faciale',
    '|casino en ligne',
    '|tours gratuits|',
    '|crédit rapide',
    '|viagra',
  ],
  pt: [
    '|crioulo imundo',
    '|viadinho',
    '|traveco',
    '|pornografia infantil',
    '|filme pornô',
    '|gozada na cara',
    '|cassino online',
    '|cassino on-line',
    '|giros grátis',
    '|empréstimo rápido',
    '|viagra',
  ],
  es: [
    '|sudaca',
    '|negrata',
    '|maricón de mierda',
    '|travelo',
    '|pornografía infantil',
    '|película porno',
    '|corrida facial',
    '|casino online',
    '|casino en línea',
    '|giros gratis',
    '|préstamo rápido',
    '|viagra',
  ],
};

/** Whole words as found by the segmenter. The same characters inside other words don’t count. */
const SEGMENTED: Partial<Record<Language, string[]>> = {
  zh: [
    '黑鬼',
    '死基佬',
    '人妖',
    '强奸片',
    '黄片',
    '色情片',
    '幼女',
    '儿童色情',
    '口交',
    '肛交',
    '轮奸',
    '裸聊',
    '约炮',
    '博彩',
    '彩票群',
    '网赌',
    '真人荷官',
    '代孕',
    '办证',
    '代写论文',
    '迷药',
    '冰毒',
  ],
  ja: [
    '児童ポルノ',
    '無修正',
    '中出し',
    'フェラチオ',
    '輪姦',
    '援助交際',
    'オンラインカジノ',
    '出会い系',
    '闇バイト',
    '覚醒剤',
    '即日融資',
  ],
  ko: [
    '짱깨',
    '쪽바리',
    '깜둥이',
    '똥꼬충',
    '아동포르노',
    '야동',
    '떡방',
    '조건만남',
    '오피스걸',
    '온라인카지노',
    '바카라',
    '토토사이트',
    '사설토토',
    '필로폰',
    '대출상담',
  ],
};

/** Looked for in every text, because advertising is often in another language than declared. */
const matcher = build();

function build(): RegExpMatcher {
  const set = new DataSet<{ word: string }>();
  for (const words of Object.values(LATIN)) {
    for (const word of words) {
      set.addPhrase((phrase) =>
        phrase.setMetadata({ word }).addPattern(parseRawPattern(word.normalize('NFKD').replace(/\p{M}/gu, ''))),
      );
    }
  }
  return new RegExpMatcher({
    ...set.build(),
    blacklistMatcherTransformers: [
      resolveConfusablesTransformer(),
      resolveLeetSpeakTransformer(),
      toAsciiLowerCaseTransformer(),
      collapseDuplicatesTransformer({ defaultThreshold: 2 }),
    ],
    whitelistMatcherTransformers: [],
  });
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmented(language: 'zh' | 'ja' | 'ko', text: string): string[] {
  const words = SEGMENTED[language] ?? [];
  // A quick check first: segmenting a chapter takes tens of milliseconds, and hardly any text contains one of the
  // words.
  const suspects = words.filter((word) => text.includes(word));
  if (suspects.length === 0) return [];
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, segmenter);
  }
  const edges = new Set<number>([text.length]);
  for (const { index } of segmenter.segment(text)) edges.add(index);
  return suspects.filter((word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      // Korean words carry particles, so only the start of a match must be a word boundary.
      if (edges.has(at) && (language === 'ko' || edges.has(at + word.length))) return true;
    }
    return false;
  });
}

/** What may be between the characters of a disguised word. */
const BETWEEN = '[ .\\-_*·・•|/+~]{0,2}';

/** Returns the Chinese, Japanese and Korean words with signs between their characters, as they are in the text. */
function disguised(text: string): string[] {
  const joined = withoutSignsInWords(text);
  if (joined === text) return [];
  return (['zh', 'ja', 'ko'] as const)
    .flatMap((language) => segmented(language, joined))
    .map((word) => new RegExp([...word].join(BETWEEN), 'u').exec(text)?.[0] ?? word);
}

/** Finds the words, also if they are disguised with signs, spaces or letters of other scripts. */
export function findBlockedWords(field: string, text: string): Finding[] {
  const plain = text.normalize('NFC');
  const stripped = withLatinLetters(plain.normalize('NFKD').replace(/\p{M}/gu, ''));
  const latin = matcher.getAllMatches(stripped, true);
  const spelled = findSpelledOut(stripped).filter(({ words }) => words.some((word) => matcher.hasMatch(word)));
  const found = [
    ...latin.map((match) => stripped.slice(match.startIndex, match.endIndex + 1)),
    ...spelled.map(({ written }) => written),
    ...(['zh', 'ja', 'ko'] as const).flatMap((language) => segmented(language, plain)),
    ...disguised(plain),
  ];
  return findingOf('blocked_words', field, found);
}
