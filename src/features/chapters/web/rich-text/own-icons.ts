import type { IconNode } from 'lucide';

/** Letters with dots below, for emphasis in scripts without italics. */
export const EmphasisDots: IconNode = [
  ['path', { d: 'M6 5h12M12 5v10M8 10h8M7 15h10' }],
  ['path', { d: 'M7 20h.01M12 20h.01M17 20h.01' }],
];

export const SceneBreak: IconNode = [
  ['path', { d: 'M4 4h16M4 20h16' }],
  ['path', { d: 'M7 12h.01M12 12h.01M17 12h.01' }],
];
