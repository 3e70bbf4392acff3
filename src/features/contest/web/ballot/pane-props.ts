import type { RoundDetail, RoundViewerState } from '../../contract.ts';
import type { BallotRow } from './rows.ts';
import type { ShownEntry } from './shown-entry.ts';

/** What every part of the reading pane works with. */
export interface PaneProps {
  round: RoundDetail;
  entry: ShownEntry;
  rows: readonly BallotRow[];
  viewer: RoundViewerState | null;
  isOver: boolean;
  onSeen: (id: string) => void;
  onOver: () => void;
  /** Says something to who cannot see that it changed. */
  onSaid: (text: string) => void;
}
