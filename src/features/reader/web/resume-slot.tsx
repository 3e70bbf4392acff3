import { Slot } from '#web/page/slot.tsx';
import { ResumePlaces } from './resume-list.tsx';

declare module '#web/page/slot.tsx' {
  interface Slots {
    resume: object;
  }
}

/** "Continue reading" in a document. Readers with something to continue see its place from the start. */
export function ResumeSlot() {
  return (
    <Slot name="resume" props={{}}>
      <ResumePlaces places={null} />
    </Slot>
  );
}
