import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveNote, LiveTopic } from '#core/live.ts';
import { LiveHub } from './hub.ts';
import { newLiveId } from './publish.ts';
import type { Stream } from './stream.ts';
import { TOPIC_PAUSE } from './topic-streams.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(hub: LiveHub, ...topics: LiveTopic[]): { stream: Stream; told: LiveNote[] } {
  const told: LiveNote[] = [];
  const stream = {
    accountId: '1',
    topics: new Set<LiveTopic>(),
    tell: (note: LiveNote) => told.push(note),
    check: () => {},
    end: () => {},
  };
  hub.add(stream);
  for (const topic of topics) hub.subscribe(stream, topic, hub.place);
  return { stream, told };
}
const change = (hub: LiveHub, topic: LiveTopic) =>
  hub.receive(JSON.stringify({ id: newLiveId(), to: [], topic, event: { type: 'changed', topic } }));
const tellMember = (hub: LiveHub) =>
  hub.receive(JSON.stringify({ id: newLiveId(), to: ['1'], event: { type: 'message', id: '7' } }));
const changed = (topic: LiveTopic): LiveNote => ({ type: 'changed', topic });

it('a stream receives the changes of its topics, and of no others', () => {
  const hub = new LiveHub();
  const { told } = open(hub, 'story:1', 'chapter:2');
  const other = open(hub, 'story:3');
  for (const topic of ['story:1', 'story:2', 'chapter:1', 'chapter:2'] as const) change(hub, topic);
  expect(told).toEqual([changed('story:1'), changed('chapter:2')]);
  expect(other.told).toEqual([]);
});

it('at most one event per topic and pause is sent, and the last change at its end', () => {
  const hub = new LiveHub();
  const { told } = open(hub, 'story:1', 'story:2');
  for (let i = 0; i < 100; i += 1) change(hub, 'story:1');
  expect(told).toHaveLength(1);
  change(hub, 'story:2');
  expect(told).toHaveLength(2);
  vi.advanceTimersByTime(TOPIC_PAUSE - 1);
  expect(told).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(told.slice(2)).toEqual([changed('story:1')]);
  // The event at the end begins a pause of its own.
  change(hub, 'story:1');
  vi.advanceTimersByTime(TOPIC_PAUSE - 1);
  expect(told).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(told).toHaveLength(4);
  vi.advanceTimersByTime(10 * TOPIC_PAUSE);
  expect(told).toHaveLength(4);
  change(hub, 'story:1');
  expect(told).toHaveLength(5);
});

it('a change that was not sent yet is sent to the next stream that continues from there', () => {
  const hub = new LiveHub();
  const first = open(hub, 'story:1');
  change(hub, 'story:1');
  change(hub, 'story:1');
  tellMember(hub);
  const last = hub.place;
  expect(first.told).toHaveLength(2);
  hub.remove(first.stream);
  const next = open(hub);
  hub.subscribe(next.stream, 'story:1', last);
  hub.subscribe(next.stream, 'story:2', last);
  expect(next.told).toEqual([changed('story:1')]);
});

it('changes before the stream subscribes are sent when it does, and old ones are not', () => {
  const hub = new LiveHub();
  change(hub, 'story:2');
  vi.advanceTimersByTime(60_000);
  tellMember(hub);
  const since = hub.place;
  const { stream, told } = open(hub);
  change(hub, 'story:1');
  for (const topic of ['story:1', 'story:2'] as const) hub.subscribe(stream, topic, since);
  expect(told).toEqual([changed('story:1')]);
});

it('a stream that has ended receives nothing, and leaves no timer', () => {
  const hub = new LiveHub();
  const { stream, told } = open(hub, 'story:1');
  change(hub, 'story:1');
  change(hub, 'story:1');
  hub.remove(stream);
  expect(vi.getTimerCount()).toBe(0);
  hub.subscribe(stream, 'story:1', hub.place);
  change(hub, 'story:1');
  expect(told).toHaveLength(1);
});
