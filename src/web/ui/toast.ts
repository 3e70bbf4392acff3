/** How long a toast is shown, in ms (spec §9). One with a button is shown longer. */
const LASTS = 3000;
const LASTS_WITH_ACTION = 8000;
const SHOWN_MAX = 3;

interface Action {
  label: string;
  run: () => void;
}

const findRack = () => document.querySelector<HTMLElement>('.toasts');

/**
 * Creates the container for toasts. Modules find it in the DOM, because the inline script has its own copy of this
 * module.
 */
function makeRack(): HTMLElement {
  const rack = document.createElement('div');
  rack.className = 'toasts';
  rack.popover = 'manual';
  rack.role = 'status';
  rack.ariaLive = 'polite';
  document.body.append(rack);
  return rack;
}

/** Reopens the container, because a popover or dialog is above everything that was opened before it. */
function lift(rack: HTMLElement): void {
  rack.hidePopover();
  rack.showPopover();
}

/** Shows the current toasts above a dialog that has just opened. */
export function liftToasts(): void {
  const rack = findRack();
  if (rack?.matches(':popover-open')) lift(rack);
}

function elementOf(text: string, action?: Action): HTMLElement {
  const element = document.createElement('div');
  const words = document.createElement('span');
  words.textContent = text;
  element.append(words);
  if (action) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = action.label;
    button.onclick = action.run;
    element.append(button);
  }
  return element;
}

/** Shows a message for a few seconds, above dialogs too. Replaces a current toast with the same text. */
export function toast(text: string, action?: Action): void {
  const rack = findRack() ?? makeRack();
  const same = [...rack.children].find((other) => other.firstChild?.textContent === text);
  const oldest = rack.childElementCount < SHOWN_MAX ? null : rack.firstElementChild;
  (same ?? oldest)?.remove();
  const element = elementOf(text, action);
  rack.append(element);
  lift(rack);
  setTimeout(
    () => {
      element.remove();
      if (!rack.hasChildNodes()) rack.hidePopover();
    },
    action ? LASTS_WITH_ACTION : LASTS,
  );
}
