import { describe, expect, it } from 'vitest';
import { singular } from '../../../server/mcp/singular.ts';

describe('the singular', () => {
  it.each([
    ['entries', 'entry'],
    ['ports', 'port'],
    ['classes', 'class'],
    ['status', 'status'],
    ['boxes', 'box'],
  ])('of %s is %s', (many, one) => expect(singular(many)).toBe(one));
});
