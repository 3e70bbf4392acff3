import type { ModeFace } from '#features/stories/web/mode-face.ts';

declare module '#features/stories/web/mode-face.ts' {
  interface RuleParams {
    /** Length of a turn in days. */
    days: number;
  }
}

export const relayFace: ModeFace = {
  storyEditor: {
    drawing: {
      threads: [
        ['M2 32c18 0 16-16 30-16', 's1'],
        ['M32 16c16 0 16 18 32 18', 's2'],
        ['M64 34c16 0 14-14 30-14', 's3'],
      ],
      knots: [
        [32, 16, 5.5, 'f2'],
        [64, 34, 5.5, 'f3'],
      ],
    },
    says: 'story_editor.way_relay',
    rules: 'story_editor.rules_relay',
    always: 'story_editor.always_relay',
    afterwards: 'story_editor.then_relay',
    joiningHelp: 'story_editor.joining_help_relay',
    settings: {
      turnDays: {
        as: 'choice',
        label: 'story_editor.turn_days',
        help: 'story_editor.turn_days_help',
        note: 'story_editor.turn_reminders',
      },
    },
    ruleParams: ({ turnDays = 0 }) => ({ days: turnDays }),
  },
  facts: { turnDays: { place: 'first', label: 'story.turn_lasts', value: 'story.days' } },
  refusal: { title: 'chapters.not_your_turn', text: 'chapters.not_your_turn_text' },
  leaving: 'participation.leave_relay',
};
