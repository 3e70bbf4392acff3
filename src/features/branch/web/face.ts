import type { ModeFace } from '#features/stories/web/mode-face.ts';

export const branchFace: ModeFace = {
  storyEditor: {
    drawing: {
      threads: [['M2 24h20c34 0 30-16 70-16M22 24h68M22 24c34 0 30 16 70 16', 's4']],
      knots: [[90, 24, 4, 'open']],
    },
    says: 'story_editor.way_branch',
    rules: 'story_editor.rules_branch',
    always: 'story_editor.always_branch',
    afterwards: 'story_editor.then_branch',
    joiningHelp: 'story_editor.joining_help_branch',
    settings: {},
  },
  facts: {},
  refusal: { title: 'chapters.not_from_here', text: 'chapters.not_from_here_text' },
  leaving: 'participation.leave_text',
};
