import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Clicks the button of that name. A dialog that has just opened ignores the pointer until it has been drawn twice. */
export async function press(name: string): Promise<void> {
  const button = screen.getByRole('button', { name });
  await waitFor(() => expect(getComputedStyle(button).pointerEvents).not.toBe('none'));
  await userEvent.click(button);
}
