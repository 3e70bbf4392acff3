import type { ModeFace } from '#features/stories/web/mode-face.ts';

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
  },
  refusal: { title: 'chapters.not_your_turn', text: 'chapters.not_your_turn_text' },
  leaving: 'participation.leave_relay',
};
