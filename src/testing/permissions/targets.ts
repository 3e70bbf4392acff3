/**
 * What an act is tried on, by feature. `own …` is a different one for each caller. All others belong to members of the
 * world. Each feature declares its own:
 *
 *     declare module '#testing/permissions/targets.ts' {
 *       interface Targets { relay: 'relay' | 'turn draft' }
 *     }
 */
export interface Targets {
  none: 'nothing';
}

export type Target = Targets[keyof Targets];
