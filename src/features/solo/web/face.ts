import type { ModeFace } from '#features/stories/web/mode-face.ts';

export const soloFace: ModeFace = {
  storyEditor: {
    drawing: { threads: [['M2 32h22c22 0 34-6 30-18-4-9-18-6-15 4 3 11 24 14 40 14h15', 's5']], knots: [] },
    says: 'story_editor.way_solo',
    rules: 'story_editor.rules_solo',
    always: 'story_editor.always_solo',
    afterwards: null,
    joiningHelp: null,
    settings: {},
  },
  facts: {},
  refusal: { title: 'chapters.may_not_write', text: 'chapters.may_not_write_text' },
  leaving: 'participation.leave_text',
};
