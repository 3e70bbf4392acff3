import { describe, expect, it } from 'vitest';
import type { Finding } from '../model/screening/findings.ts';
import { highlight } from './highlight.ts';

const finding = (check: Finding['check'], field: string, ...excerpts: string[]): Finding => ({
  check,
  field,
  excerpts,
});
const content = (text: string, ...findings: Finding[]) => highlight([{ field: 'content', text }], findings);

describe('highlighting findings', () => {
  it('marks their words in the text', () => {
    const { texts, findings } = content(
      'One two.\n\nThree www.x.example four.',
      finding('links', 'content', 'www.x.example'),
    );
    expect(texts[0]?.paragraphs).toEqual([
      { pieces: [{ text: 'One two.', finding: null }], begins: [] },
      {
        pieces: [
          { text: 'Three ', finding: null },
          { text: 'www.x.example', finding: 0 },
          { text: ' four.', finding: null },
        ],
        begins: [0],
      },
    ]);
    expect(findings).toEqual([{ ...finding('links', 'content', 'www.x.example'), paragraph: 2 }]);
  });

  it('numbers them in reading order', () => {
    const { findings } = content(
      'first\n\nsecond',
      finding('contact', 'content', 'second'),
      finding('links', 'content', 'first'),
    );
    expect(findings.map(({ check, paragraph }) => [check, paragraph])).toEqual([
      ['links', 1],
      ['contact', 2],
    ]);
  });

  it('spans several paragraphs', () => {
    const { texts } = content('One.\n\nTwo.\n\nThree.', finding('copy', 'content', 'One.\n\nTwo.\n\nTh'));
    expect(texts[0]?.paragraphs.map(({ pieces }) => pieces)).toEqual([
      [{ text: 'One.', finding: 0 }],
      [{ text: 'Two.', finding: 0 }],
      [
        { text: 'Th', finding: 0 },
        { text: 'ree.', finding: null },
      ],
    ]);
    expect(texts[0]?.paragraphs.map(({ begins }) => begins)).toEqual([[0], [], []]);
  });

  it('doesn’t overlap', () => {
    const { texts } = content('abcdef', finding('links', 'content', 'abc'), finding('contact', 'content', 'bcd', 'ef'));
    expect(texts[0]?.paragraphs[0]?.pieces).toEqual([
      { text: 'abc', finding: 0 },
      { text: 'd', finding: null },
      { text: 'ef', finding: 1 },
    ]);
  });

  it('matches the field, and puts findings about the whole text last', () => {
    const { texts, findings } = highlight(
      [
        { field: 'summary', text: 'same' },
        { field: 'content', text: 'same' },
      ],
      [
        finding('unavailable', 'content'),
        finding('links', 'content', 'same'),
        finding('gibberish', 'summary', 'not there'),
      ],
    );
    expect(texts[0]?.paragraphs[0]?.pieces).toEqual([{ text: 'same', finding: null }]);
    expect(texts[1]?.paragraphs[0]?.pieces).toEqual([{ text: 'same', finding: 0 }]);
    expect(findings.map(({ check, paragraph }) => [check, paragraph])).toEqual([
      ['links', 1],
      ['unavailable', null],
      ['gibberish', null],
    ]);
  });

  it('returns one empty paragraph for an empty text', () => {
    expect(content('').texts[0]?.paragraphs).toEqual([{ pieces: [{ text: '', finding: null }], begins: [] }]);
  });
});
