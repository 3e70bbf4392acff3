import type { RoundDetail, RoundViewerState } from '../../contract.ts';
import type { BallotRow } from './rows.ts';
import type { ShownEntry } from './shown-entry.ts';

/** Props of all parts of the reading pane. */
export interface PaneProps {
  round: RoundDetail;
  entry: ShownEntry;
  rows: readonly BallotRow[];
  viewer: RoundViewerState | null;
  isOver: boolean;
  onSeen: (id: string) => void;
  onOver: () => void;
  /** Announces a change to screen readers. */
  onSaid: (text: string) => void;
}
