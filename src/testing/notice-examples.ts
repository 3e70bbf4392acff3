import type { NoticeKind, ParamsOfNotice } from '#core/notices.ts';

/**
 * Examples of the parameters of a feature’s notices, which together produce each of their sentences once. Each feature
 * exports its own as `notices` in `testing/notices.ts`. Texts are in capitals, so that they can be found again.
 */
export type NoticeExamples = {
  readonly [Kind in NoticeKind]?: {
    readonly params: readonly Partial<ParamsOfNotice<Kind>>[];
    /** Parameters that the text doesn’t contain as they are, besides ids and what every feature has (`UNSAID`). */
    readonly unsaid?: readonly (keyof ParamsOfNotice<Kind>)[];
  };
};

/** A deadline in examples. */
export const EXAMPLE_DEADLINE = Date.UTC(2026, 10, 28, 9, 0);

const examples = Object.values(
  import.meta.glob<NoticeExamples>('/src/features/*/testing/notices.ts', { eager: true, import: 'notices' }),
);

/** The examples of all kinds. */
export const NOTICE_EXAMPLES: NoticeExamples = Object.assign({}, ...examples);
