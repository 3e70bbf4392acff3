import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { AWAKE } from '#web/boot/awake.ts';
import { REPLACED } from '#web/boot/replaced.ts';
import { merged } from '#web/feature.ts';
import { CHANGED } from '#web/navigation/address.ts';
import { Arrivals, type Undoing } from '#web/navigation/arrivals.tsx';
import { RoomFillsContext } from '#web/page/room-slot.tsx';
import { insideAll } from './around.tsx';
import { FEATURES } from './features.ts';
import { Failure } from './layout/page-failure.tsx';
import { PressedDialogs } from './presses.tsx';
import { ROOM_FILLS } from './room-fills.ts';
import { FilledSlots } from './slots.tsx';

const UNDOING: Undoing = merged(FEATURES, 'undoing');

/** The components of features around everything that React renders, outermost first. */
const AROUND = FEATURES.flatMap(({ around }) => around ?? []);

/** React’s root in the browser: what it renders on this page, and the dialogs that every page can open. */
export function Root({ children }: { children?: ReactNode }) {
  return insideAll(
    AROUND,
    <>
      <RoomBoundary>
        <Suspense>
          <RoomFillsContext value={ROOM_FILLS}>{children}</RoomFillsContext>
          <Listening />
        </Suspense>
      </RoomBoundary>
      <FilledSlots />
      <PressedDialogs />
      <Arrivals undoing={UNDOING} />
    </>,
  );
}

/** Shows a failure in place of a page that can’t be rendered, until the URL changes. */
class RoomBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  #retry = () => this.setState({ hasFailed: false });

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    addEventListener(CHANGED, this.#retry);
  }

  override componentWillUnmount() {
    removeEventListener(CHANGED, this.#retry);
  }

  override componentDidCatch() {
    // The failure has a slot for its report.
    dispatchEvent(new Event(REPLACED));
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <Failure busy={false} />
        <Listening />
      </>
    );
  }
}

/** Tells the boot script that the page responds to presses. */
function Listening() {
  useEffect(() => {
    // Waits for the effects of the components around the page, too: one of them listens for presses.
    const timer = setTimeout(() => dispatchEvent(new Event(AWAKE)));
    return () => clearTimeout(timer);
  }, []);
  return null;
}
