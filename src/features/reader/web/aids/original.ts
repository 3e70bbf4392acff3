import { readPublic } from './read-public.ts';

interface Piece {
  type: string;
  text?: string;
  content?: Piece[];
}
type Row = Record<'original' | 'translation', { content: Piece[] } | null>;

/** Returns the text of blocks, separated by blank lines. */
export function textOf(blocks: readonly Piece[]): string {
  const inside = ({ type, text, content = [] }: Piece): string =>
    type === 'hardBreak'
      ? '\n'
      : (text ?? content.map(inside).join(type === 'paragraph' || type === 'heading' ? '' : '\n'));
  return blocks.map(inside).join('\n\n').trim();
}

/** Returns the original of each block of a translated text, in order. Empty where the translation adds a passage. */
export function originalsOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ original, translation }) => {
    const text = original ? textOf(original.content) : '';
    return (translation?.content ?? []).map(() => text);
  });
}

/**
 * In a translation, adds a button at the end of each paragraph that shows its original below it. A tap on the paragraph
 * does, too, if the reader has chosen that. The originals are loaded when the first one is wanted.
 */
export function bindOriginals(): void {
  const main = document.querySelector<HTMLElement>('[data-original]');
  if (!main) return;
  const blocks = [...(main.querySelector('article')?.children ?? [])];
  const { original: label = '', originalLang: lang = '' } = main.dataset;
  const { chapterId, chapterLanguage: language } = JSON.parse(main.dataset.place!);
  let loading: Promise<string[]> | undefined;
  const load = () => {
    loading ??= readPublic<Row[]>('translation/beside', { chapterId, language })
      .then(originalsOf)
      .catch(() => {
        // The next press tries again.
        loading = undefined;
        return [];
      });
    return loading;
  };
  const toggle = async (block: Element) => {
    const button = block.querySelector<HTMLElement>('[data-opens]');
    const shown = block.querySelector('[data-original-text]');
    shown?.remove();
    button?.setAttribute('aria-expanded', String(!shown));
    if (shown || !button) return;
    const text = (await load())[blocks.indexOf(block)];
    if (!text || button.getAttribute('aria-expanded') !== 'true') return button.setAttribute('aria-expanded', 'false');
    const original = document.createElement('span');
    Object.assign(original, { lang, textContent: text });
    original.dataset.originalText = '';
    button.after(original);
  };
  for (const block of blocks) {
    if (!block.matches('p')) continue;
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', lang: document.documentElement.lang, textContent: '+' });
    button.setAttribute('aria-label', label);
    button.setAttribute('aria-expanded', 'false');
    button.dataset.opens = '';
    button.addEventListener('click', () => void toggle(block));
    block.append(button);
  }
  main.addEventListener('click', ({ target }) => {
    const block = (target as Element).closest('p');
    const isChosen = document.documentElement.dataset.byTap === 'on';
    if (!isChosen || !block || (target as Element).closest('a, button') || !getSelection()?.isCollapsed) return;
    if (blocks.includes(block)) void toggle(block);
  });
}
