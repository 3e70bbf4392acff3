import { afterAll, expect } from 'vitest';
import { measureCost } from '../../tools/test-cost.ts';

// Runs before each test file. Measures the cost of the file from its import on.
const endOfFile = measureCost();
afterAll(() => endOfFile(expect.getState().testPath!));
