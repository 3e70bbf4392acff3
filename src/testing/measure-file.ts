import { afterAll, expect } from 'vitest';
import { measureCost } from '../../tools/test-cost.ts';
import { takeForeignConnections, watchConnections } from './connections.ts';

// Runs before each test file. Measures the cost of the file from its import on, and fails it if it connects to another machine.
const endOfFile = measureCost();
watchConnections();
takeForeignConnections();
afterAll(() => {
  endOfFile(expect.getState().testPath!);
  expect(takeForeignConnections(), 'connections to other machines').toEqual([]);
});
