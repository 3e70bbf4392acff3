import type { ModeFace } from '#features/stories/web/mode-face.ts';

export const competitionFace: ModeFace = {
  storyEditor: {
    drawing: {
      threads: [
        ['M2 8c34 0 32 16 58 16', 's1'],
        ['M2 24h58', 's2'],
        ['M2 40c34 0 32-16 58-16', 's4'],
        ['M60 24h34', 's3'],
      ],
      knots: [[60, 24, 7, 'f3']],
    },
    says: 'story_editor.way_competition',
    rules: 'story_editor.rules_competition',
    always: 'story_editor.always_competition',
    afterwards: 'story_editor.then_competition',
    joiningHelp: 'story_editor.joining_help_competition',
  },
  refusal: { title: 'chapters.only_by_rounds', text: 'chapters.only_by_rounds_text' },
  leaving: 'participation.leave_text',
};
