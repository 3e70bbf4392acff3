import { LINK_MAX } from '#features/chapters/model/chapter-limits.ts';
import { blockText, type DocumentMark, type Inline } from '#features/chapters/model/document.ts';
import { isWebAddress } from '#features/chapters/model/web-address.ts';

/**
 * Converts a paragraph to inline markup and back: `**bold**`, `_italic_`, `~~strike~~`, `[words](address)`, and a line
 * feed for a hard break. Each sign toggles its mark independently of the others, so marks may cross. A sign is literal
 * if it is in a run of another length (`****`, `____`), has no partner or has no words before its partner. Brackets
 * without an address are literal too. A backslash escapes the next sign.
 */

const SIGNS = { bold: '**', italic: '_', strike: '~~' } as const;
type SignedMark = keyof typeof SIGNS;
const SIGNED = Object.keys(SIGNS) as SignedMark[];

function signedMark(run: string): SignedMark | undefined {
  return SIGNED.find((type) => SIGNS[type] === run);
}

/** Signs that a backslash escapes. */
const ESCAPED = /[\\*_~[\]()]/;

/**
 * An address ends at its closing bracket. It may contain pairs of brackets, one level deep. It never reaches past the
 * next square bracket, so matching takes linear time.
 */
const IN_ADDRESS = '\\\\[\\\\*_~[\\]()]|\\\\(?![\\\\*_~[\\]()])|[^\\\\()[\\]\\n]';
const TOKEN = new RegExp(
  `\\\\[\\\\*_~[\\]()]|\\\\|\\*+|_+|~+|\\n|\\[|\\](?:\\(((?:${IN_ADDRESS}|\\((?:${IN_ADDRESS})*\\))*)\\))?|[^\\\\*_~[\\]\\n]+`,
  'g',
);

const withoutEscapes = (text: string) => text.replace(/\\([\\*_~[\]()])/g, '$1');

type Token =
  | { kind: 'words'; text: string }
  | { kind: 'break' }
  | { kind: 'sign'; type: SignedMark }
  | { kind: 'link'; href: string }
  | { kind: 'linkEnd' };

const words = (text: string): Token => ({ kind: 'words', text });

/** Splits a text into tokens. Links are found here, because signs in an address are literal. */
function tokens(text: string): Token[] {
  const found: Token[] = [];
  /** Position of the innermost open bracket, and whether words follow it. */
  let opened: { at: number; hasWords: boolean } | null = null;
  for (const [token, address] of text.matchAll(TOKEN)) {
    const sign = signedMark(token);
    if (token === '\n') found.push({ kind: 'break' });
    else if (sign) found.push({ kind: 'sign', type: sign });
    else if (token === '[') {
      opened = { at: found.length, hasWords: false };
      found.push(words(token));
    } else if (address !== undefined) {
      const href = withoutEscapes(address);
      if (opened?.hasWords && href.length <= LINK_MAX && isWebAddress(href)) {
        found[opened.at] = { kind: 'link', href };
        found.push({ kind: 'linkEnd' });
      } else {
        found.push(words(']'));
        for (const inside of tokens(token.slice(1))) found.push(inside);
      }
      opened = null;
    } else {
      found.push(words(token.length === 2 && token[0] === '\\' ? token[1]! : token));
      if (opened) opened.hasWords = true;
    }
  }
  return found;
}

/** Indexes of the signs that toggle a mark. Signs of a kind are paired in order, if there are words between them. */
function pairedSigns(found: readonly Token[]): Set<number> {
  const paired = new Set<number>();
  const open = new Map<SignedMark, { at: number; count: number }>();
  let count = 0;
  for (const [at, token] of found.entries()) {
    if (token.kind === 'words') count += 1;
    if (token.kind !== 'sign') continue;
    const first = open.get(token.type);
    if (first && first.count < count) {
      paired.add(first.at).add(at);
      open.delete(token.type);
    } else open.set(token.type, { at, count });
  }
  return paired;
}

/** Marks in the order of the editor: a link is outermost. */
function marksOf(href: string | null, on: ReadonlySet<SignedMark>): DocumentMark[] {
  const signed = SIGNED.filter((type) => on.has(type)).map((type) => ({ type }));
  return href === null ? signed : [{ type: 'link', attrs: { href } }, ...signed];
}

export function parseMarked(text: string): Inline[] {
  const found = tokens(text);
  const paired = pairedSigns(found);
  const pieces: Inline[] = [];
  const on = new Set<SignedMark>();
  let href: string | null = null;
  let now = '';
  const flush = () => {
    const marks = marksOf(href, on);
    if (now !== '') pieces.push({ type: 'text', text: now, ...(marks.length > 0 ? { marks } : {}) });
    now = '';
  };
  for (const [at, token] of found.entries()) {
    if (token.kind === 'words') now += token.text;
    else if (token.kind === 'sign' && !paired.has(at)) now += SIGNS[token.type];
    else {
      flush();
      if (token.kind === 'break') pieces.push({ type: 'hardBreak' });
      else if (token.kind === 'sign') {
        if (!on.delete(token.type)) on.add(token.type);
      } else href = token.kind === 'link' ? token.href : null;
    }
  }
  flush();
  return joined(pieces);
}

/** Merges adjacent links to the same address. */
function joined(pieces: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.type === 'text' && last?.type === 'text' && isSameStyle(styleOf(last), styleOf(piece)))
      result[result.length - 1] = { ...last, text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}

/** The marks of a piece that the markup can express: those with a sign, and the address of a link. */
interface Style {
  signed: ReadonlySet<SignedMark>;
  href: string | null;
}
const PLAIN: Style = { signed: new Set(), href: null };

function styleOf(piece: Inline | undefined): Style {
  const marks = (piece?.type === 'text' && piece.marks) || [];
  const link = marks.find((mark) => mark.type === 'link');
  return {
    signed: new Set(marks.flatMap((mark) => (mark.type === 'link' ? [] : [mark.type]))),
    href: link?.attrs.href ?? null,
  };
}

const isSameStyle = (a: Style, b: Style) =>
  a.href === b.href && SIGNED.every((type) => a.signed.has(type) === b.signed.has(type));

/** A run of words, or signs that toggle marks. */
type Written = { kind: 'words' | 'signs'; text: string };

export function printMarked(pieces: readonly Inline[]): string {
  const written: Written[] = [];
  const write = (kind: Written['kind'], text: string) => {
    const last = written.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') written.push({ kind, text });
  };
  let style = PLAIN;
  const turnTo = (next: Style) => {
    const off = SIGNED.filter((type) => style.signed.has(type) && !next.signed.has(type)).reverse();
    const on = SIGNED.filter((type) => next.signed.has(type) && !style.signed.has(type));
    const isOtherLink = style.href !== next.href;
    write('signs', off.map((type) => SIGNS[type]).join(''));
    if (isOtherLink && style.href !== null) write('signs', `](${printAddress(style.href)})`);
    if (isOtherLink && next.href !== null) write('signs', '[');
    write('signs', on.map((type) => SIGNS[type]).join(''));
    style = next;
  };
  let breaks = '';
  for (const piece of pieces) {
    if (piece.type === 'hardBreak') breaks += '\n';
    else {
      const next = styleOf(piece);
      // A break has no marks of its own, but marks that continue after it stay on.
      if (breaks !== '') turnTo(common(style, next));
      write('words', breaks);
      breaks = '';
      turnTo(next);
      write('words', piece.text);
    }
  }
  turnTo(PLAIN);
  write('words', breaks);
  return withEscapes(written);
}

function common(a: Style, b: Style): Style {
  return {
    signed: new Set(SIGNED.filter((type) => a.signed.has(type) && b.signed.has(type))),
    href: a.href === b.href ? a.href : null,
  };
}

/** Brackets in an address need no escape if they are balanced. */
function printAddress(href: string): string {
  const rest = href.replace(/\([^()]*\)/g, '');
  return href.replace(/[()]/.test(rest) ? /[\\()[\]]/g : /[\\[\]]/g, '\\$&');
}

/** Escapes words so that none of them is read as a sign, with as few backslashes as possible. */
function withEscapes(written: readonly Written[]): string {
  const allWords = written.flatMap(({ kind, text }) => (kind === 'words' ? [text] : []));
  const isPlain = allWords.length === written.length;
  const counts = new Map<string, number>();
  for (const [run] of allWords.join('').matchAll(/\*+|_+|~+/g)) counts.set(run, (counts.get(run) ?? 0) + 1);
  const hasLinks = written.some(({ kind, text }) => text.includes('](') || (kind === 'signs' && text.includes('[')));
  return written
    .map(({ kind, text }, i) => {
      if (kind === 'signs') return text;
      const before = written[i - 1]?.text.at(-1);
      const after = written[i + 1]?.text[0];
      return text.replace(/\*+|_+|~+|[[\]]|\\/g, (run, at: number) => {
        const next = text[at + run.length] ?? after;
        const mustBe =
          run === '\\'
            ? next !== undefined && ESCAPED.test(next)
            : run === '[' || run === ']'
              ? hasLinks
              : (at === 0 && before === run[0]) ||
                (at + run.length === text.length && after === run[0]) ||
                (signedMark(run) !== undefined && !(isPlain && counts.get(run) === 1));
        return mustBe ? run.replace(/./g, '\\$&') : run;
      });
    })
    .join('');
}

/** The words without markup, as readers see them. */
export function plainWordsOf(text: string): string {
  return blockText({ type: 'paragraph', content: parseMarked(text) });
}
