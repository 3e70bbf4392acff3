import { useEffect, useEffectEvent, useState } from 'react';
import { readItem, writeItem } from '#web/boot/storage.ts';
import { actOfKey, isKeyTaken, type QueueAction } from './queue-keys.ts';

/** Stored as `off` if single-key shortcuts are disabled. */
const KEY = 'singleKeys';

/**
 * Single-key shortcuts. Users of speech input, or who hit keys by mistake, can turn them off (WCAG 2.1.4). The choice
 * is stored in this browser.
 */
export function useQueueKeys(actions: Record<QueueAction, () => void>): {
  isOn: boolean;
  switchKeys: (on: boolean) => void;
} {
  const [isOn, setOn] = useState(() => readItem(KEY) !== 'off');
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isKeyTaken(event.target)) return;
    const act = actOfKey(event);
    if (!act) return;
    event.preventDefault();
    actions[act]();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
  const switchKeys = (on: boolean) => {
    writeItem(KEY, on ? null : 'off');
    setOn(on);
  };
  return { isOn, switchKeys };
}
