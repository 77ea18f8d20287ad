import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { gapsBetween } from './contract-gaps.mjs';

const contracts = (request: z.ZodType, reply: z.ZodType) => ({ thingsRpc: { list: { request, reply } } });
const id = z.string();

describe('what a version asks of the messages of an earlier one', () => {
  it('is a gap where an answer has a field more, however deep, unless it may be left out', () => {
    const earlier = contracts(z.object({}), z.object({ things: z.array(z.object({ id })).nullable() }));
    const withField = (size: z.ZodType) =>
      contracts(z.object({}), z.object({ things: z.array(z.object({ id, size })).nullable() }));
    expect(gapsBetween(earlier, withField(z.int()))).toEqual(['thingsRpc.list.reply.things[].size']);
    // Replies are not parsed, so no default fills in the field.
    expect(gapsBetween(earlier, withField(z.int().default(0)))).toEqual(['thingsRpc.list.reply.things[].size']);
    expect(gapsBetween(earlier, withField(z.int().optional()))).toEqual([]);
    expect(gapsBetween(withField(z.int()), earlier)).toEqual([]);
  });

  it('is a gap where a request has a field more, unless it may be left out or has a default', () => {
    const withField = (field: object) => contracts(z.object({ id, ...field }), z.object({}));
    expect(gapsBetween(withField({}), withField({ size: z.int() }))).toEqual(['thingsRpc.list.request.size']);
    expect(gapsBetween(withField({ size: z.int().optional() }), withField({ size: z.int() }))).toHaveLength(1);
    expect(gapsBetween(withField({}), withField({ size: z.int().default(0) }))).toEqual([]);
  });

  it('is no gap where the whole message, or what the field stands in, is new', () => {
    const withField = (field: object) => contracts(z.object({}), z.object({ id, ...field }));
    const place = { place: z.object({ id }).optional() };
    expect(gapsBetween({}, withField({}))).toEqual([]);
    expect(gapsBetween(withField({}), withField(place))).toEqual([]);
  });
});
