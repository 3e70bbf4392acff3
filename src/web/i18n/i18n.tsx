import { createContext, createElement, Fragment, type ReactNode, use } from 'react';
import type { Language } from '#core/languages.ts';
import type { MessageKey, Messages, Translate, Translator } from '#core/messages.ts';
import { loadPart, type Part } from './catalogs.ts';

const TranslatorContext = createContext<Translator | null>(null);
export const TranslatorProvider = TranslatorContext.Provider;

function useTranslator(): Translator {
  const translator = use(TranslatorContext);
  if (!translator) throw new Error('No TranslatorProvider stands around this component');
  return translator;
}

const waited = new Set<Part>();

/** Waits for the sentences of these parts. */
function useParts(translator: Translator, parts: readonly Part[]): void {
  for (const part of parts) {
    if (translator.has(part) && !waited.has(part)) continue;
    // A component that has waited is tried again, and React counts on it to ask for the same promise then.
    waited.add(part);
    use(loadPart(translator, part));
  }
}

/** The sentences of these parts beside the common ones. Rendering waits until they are there. */
export function useT(...parts: Part[]): Translate {
  const translator = useTranslator();
  useParts(translator, parts);
  return translator.t;
}

/** For keys that are put together at run time, as `category.fantasy`. */
export function useFind(...parts: Part[]): Translator['find'] {
  const translator = useTranslator();
  useParts(translator, parts);
  return translator.find;
}

export function useLanguage(): Language {
  return useTranslator().language;
}

/** What wraps the parts of a sentence that are tags in its message. */
type Wraps = Record<string, (content: ReactNode) => ReactNode>;

const TAG = /<(\w+)>(.*?)<\/\1>/gs;

/** A sentence with links or emphasis inside: each `<tag>` of the message is wrapped by the prop of that name. */
export function Sentence<K extends MessageKey>({
  id,
  params,
  wraps,
  parts = [],
}: {
  id: K;
  params?: Messages[K];
  wraps: Wraps;
  parts?: Part[];
}): ReactNode {
  const find = useFind(...parts);
  const text = find(id, (params ?? {}) as Record<string, string | number>) ?? id;
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    pieces.push(text.slice(from, match.index), wraps[match[1]!]?.(match[2]) ?? match[2]);
    from = match.index + match[0].length;
  }
  pieces.push(text.slice(from));
  // Pieces of one sentence never change places, so they need no keys.
  return createElement(Fragment, null, ...pieces);
}
