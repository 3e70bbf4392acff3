import { COUNTED } from '#web/boot/member-head.ts';

/** The bell’s accessible names, with `#` for the count. Every page has them, so that its script needs no catalog. */
export interface BellLabels {
  /** For more than `COUNTED` messages. */
  many: string;
  /** By plural category, for 1 to `COUNTED` messages. */
  counted: Partial<Record<Intl.LDMLPluralRule, string>>;
}

/** Describes the labels that `nameFor` returns for 1 to `COUNTED`. */
export function bellLabels(nameFor: (count: number) => string, many: string, languageTag: string): BellLabels {
  const rules = new Intl.PluralRules(languageTag);
  const counted: BellLabels['counted'] = {};
  for (let count = 1; count <= COUNTED; count += 1)
    counted[rules.select(count)] = nameFor(count).replace(String(count), '#');
  return { many, counted };
}

/** Returns the label for at least one message. */
export function labelFor(count: number, { many, counted }: BellLabels, languageTag: string): string {
  if (count > COUNTED) return many;
  return counted[new Intl.PluralRules(languageTag).select(count)]?.replace('#', String(count)) ?? '';
}
