import { afterAll, expect } from 'vitest';
import { measureCost } from '../../tools/test-cost.ts';

// Runs before each test file: what the file costs from its import on.
const endOfFile = measureCost();
afterAll(() => endOfFile(expect.getState().testPath!));
