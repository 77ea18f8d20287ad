import { describe, expect, it } from '@jest/globals';
import { fields } from './fields';

describe('fields', () => {
  const { safeParse } = fields(['success', 'photos']);

  it('takes a value that has them all, whatever else it has', () => {
    const value = { success: true, photos: [], newer: 1 };
    expect(safeParse(value)).toEqual({ success: true, data: value });
  });

  it.each([{ success: true }, null, undefined, 'text'])('refuses %p', (value) => {
    expect(safeParse(value).success).toBe(false);
  });

  it('takes everything where none is named', () => {
    expect(fields([]).safeParse([]).success).toBe(true);
  });
});
