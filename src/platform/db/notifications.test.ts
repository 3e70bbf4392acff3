import { expect, it } from 'vitest';
import { Notifications } from './notifications.ts';

const told = { kind: 'tags', payload: 'story:1' };
function listening(position = 100n) {
  const notifications = new Notifications();
  notifications.subscribe({ kind: 'tags', concernsReads: true, receiveOwn() {}, receive() {}, setListening() {} });
  notifications.reach(position);
  notifications.setListening(true);
  return notifications;
}

it('knows no position of the log while it isn’t listening, and none of an earlier connection', () => {
  const notifications = listening();
  const { connection } = notifications;
  expect(notifications.position).toBe(100n);
  notifications.setListening(false);
  expect(notifications.position).toBe(null);
  // Another primary, whose log is shorter.
  notifications.reach(70n);
  notifications.setListening(true);
  expect([notifications.position, notifications.connection !== connection]).toEqual([70n, true]);
});

it('knows no position from an own change until it comes back', () => {
  const notifications = listening();
  const batch = notifications.begin();
  batch.add([told, { kind: 'events', payload: 'x' }]);
  expect(notifications.position).toBe(100n);
  batch.committed(7n);
  expect(notifications.position).toBe(null);
  notifications.reach(200n);
  notifications.receive(batch.lines[0]!);
  expect(notifications.position).toBe(200n);
});

it('keeps its position for an own change that no read shows, and for one that came back before it was known', () => {
  const notifications = listening();
  const unseen = notifications.begin();
  unseen.add([{ kind: 'events', payload: 'x' }]);
  unseen.committed(7n);
  const early = notifications.begin();
  early.add([told]);
  notifications.reach(150n);
  notifications.receive(early.lines[0]!);
  early.committed(8n);
  expect(notifications.position).toBe(150n);
});
