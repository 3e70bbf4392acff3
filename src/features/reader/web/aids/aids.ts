import { bindBar } from './bar.ts';
import { bindContents } from './contents.ts';
import { bindCopying } from './copying.ts';
import { bindKeys } from './keys.ts';
import { bindNear } from './near.ts';
import { bindOriginals } from './original.ts';
import { rememberSelection } from './selecting.ts';
import { bindSpots, type Spots } from './spots.ts';

/**
 * Binds the aids for reading on the page of a text. `first` is the interaction that loaded this script. It imports
 * nothing that other scripts import, so that the browser loads a single small file.
 */
export function bindAids(bar: HTMLElement, first: Event, spots: Spots): void {
  const openContents = bindContents(bar);
  bindBar(bar);
  bindSpots(spots);
  bindKeys(openContents, first);
  rememberSelection();
  bindNear();
  bindCopying();
  bindOriginals();
}
