import { expect, it } from 'vitest';
import { MESSAGE_GROUPS } from './message-groups.ts';
import { MESSAGE_TYPES } from './message-types.ts';

it('puts every message type in one group of the filter', () => {
  expect(Object.values(MESSAGE_GROUPS).flat().toSorted()).toEqual([...MESSAGE_TYPES].toSorted());
});
