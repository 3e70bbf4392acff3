import { checkReaderControls } from '../boot/preferences.ts';
import { markVisitorsRead } from '../boot/reading.ts';
import { REPLACED } from '../boot/replaced.ts';
import { staticPartOf } from '../page/slot.tsx';

/**
 * Updates the content of this document to that of its newer version. Elements that both versions have stay, with focus
 * and open state. So do slots, with the islands that fill them.
 */
export function updateMain(fresh: Document): void {
  const main = document.getElementById('main');
  const next = fresh.getElementById('main');
  if (!main || !next) {
    location.reload();
    return;
  }
  update(main, next);
  document.title = fresh.title;
  checkReaderControls();
  markVisitorsRead();
  dispatchEvent(new Event(REPLACED));
}

/** Attributes that readers and scripts change. */
const KEPT = new Set(['open', 'tabindex', 'aria-busy']);
/** Times are written by the boot script, and the content of `noscript` is text in one version and elements in the other. */
const UNTOUCHED = new Set(['time', 'noscript']);

/** Siblings with the same identity are versions of each other. */
function identityOf(node: Node): string {
  if (!(node instanceof Element)) return node.nodeName;
  const names = ['id', 'data-slot', 'data-chapter', 'datetime', 'data-kind'].map((name) => node.getAttribute(name));
  return [node.localName, staticPartOf(node) !== null, ...names].join(' ');
}

const isSlot = (node: Node) => node instanceof Element && node.hasAttribute('data-slot');

/** Returns the earlier version of a node, at this node or after it. Passes slots only for another slot, to keep them. */
function findEarlier(next: Node, from: ChildNode | null): ChildNode | null {
  const identity = identityOf(next);
  for (let at = from; at; at = at.nextSibling) {
    if (identityOf(at) === identity) return at;
    if (isSlot(at) && !isSlot(next)) return null;
  }
  return null;
}

function updateChildren(old: Element, fresh: Element): void {
  let at = old.firstChild;
  const removeUntil = (end: ChildNode | null) => {
    while (at && at !== end) {
      const { nextSibling } = at;
      at.remove();
      at = nextSibling;
    }
  };
  for (const next of [...fresh.childNodes]) {
    const earlier = findEarlier(next, at);
    if (earlier) {
      removeUntil(earlier);
      update(earlier, next);
      at = earlier.nextSibling;
    } else old.insertBefore(next, at);
  }
  removeUntil(null);
}

function update(old: Node, fresh: Node): void {
  if (!(old instanceof Element && fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (UNTOUCHED.has(old.localName)) return;
  updateAttributes(old, fresh);
  // The rest of a slot is the island's.
  const [part, freshPart] = isSlot(old) ? [staticPartOf(old), staticPartOf(fresh)] : [old, fresh];
  if (part && freshPart) updateChildren(part, freshPart);
}

function updateAttributes(old: Element, fresh: Element): void {
  for (const { name, value } of fresh.attributes)
    if (!KEPT.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of old.getAttributeNames())
    if (!KEPT.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
}
