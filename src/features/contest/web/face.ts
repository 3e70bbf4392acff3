import { hoursShown } from '#features/stories/web/editor/shown-hours.ts';
import type { ModeFace } from '#features/stories/web/mode-face.ts';

declare module '#features/stories/web/mode-face.ts' {
  interface RuleParams {
    /** How long members write entries and vote on them, each with its unit. */
    writing: number;
    writingIn: string;
    voting: number;
    votingIn: string;
    /** Minimum number of writers of a round. */
    least: number;
  }
}

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
    settings: {
      writingHours: {
        as: 'hours',
        label: 'story_editor.writing_time',
        help: 'story_editor.writing_time_help',
        unitLabel: 'story_editor.writing_time_unit',
        needed: 'story_editor.need_writing_time',
      },
      votingHours: {
        as: 'hours',
        label: 'story_editor.voting_time',
        help: 'story_editor.voting_time_help',
        unitLabel: 'story_editor.voting_time_unit',
        needed: 'story_editor.need_voting_time',
      },
      minParticipants: {
        as: 'people',
        label: 'story_editor.least_people',
        help: 'story_editor.least_people_help',
        fewer: 'story_editor.least_people_fewer',
        more: 'story_editor.least_people_more',
        needed: 'story_editor.need_least_people',
      },
    },
    ruleParams: ({ writingHours = 0, votingHours = 0, minParticipants = 0 }) => {
      const [writing, voting] = [hoursShown(writingHours), hoursShown(votingHours)];
      return {
        writing: writing.amount,
        writingIn: writing.unit,
        voting: voting.amount,
        votingIn: voting.unit,
        least: minParticipants,
      };
    },
  },
  facts: { minParticipants: { place: 'last', label: 'story.round_needs', value: 'story.authors_or_more' } },
  refusal: { title: 'chapters.only_by_rounds', text: 'chapters.only_by_rounds_text' },
  leaving: 'participation.leave_text',
};
