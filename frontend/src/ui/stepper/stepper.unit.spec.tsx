/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { press } from '../../lib/press.fixture.spec';
import { Stepper } from './stepper';

afterEach(cleanup);

function Assessors({ from, min = 1, disabled = false }: { from: number; min?: number; disabled?: boolean }) {
  const [value, setValue] = useState(from);
  return <Stepper label="Assessors" value={value} min={min} max={10} disabled={disabled} onChange={setValue} />;
}

const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

it('counts up to the maximum and no further', async () => {
  render(<Assessors from={9} />);
  await press('More assessors');
  expect(screen.getByRole('status').textContent).toBe('10');
  expect(isDisabled('More assessors')).toBe(true);
});

it('counts down to the minimum and no further', async () => {
  render(<Assessors from={4} min={3} />);
  await press('Fewer assessors');
  expect(screen.getByRole('status').textContent).toBe('3');
  expect(isDisabled('Fewer assessors')).toBe(true);
});

it('does not move while it is disabled', () => {
  render(<Assessors from={4} disabled />);
  expect([isDisabled('Fewer assessors'), isDisabled('More assessors')]).toEqual([true, true]);
});
