/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { addressNow, show } from '../../../lib/desk.fixture.spec';
import { useKeys } from '../../../shared/console/keys';
import { singleKeys } from '../../../shared/console/remembered';
import { ConsoleKeys } from './console-nav';

afterEach(() => {
  cleanup();
  act(() => singleKeys.set(true));
});

function Rows() {
  return (
    <main id="main">
      <table>
        <tbody>
          {['One', 'Two'].map((name) => (
            <tr key={name}>
              <td>
                <button type="button">{`Copy ${name}`}</button>
                <a href="/support">{name}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <input aria-label="Field" />
    </main>
  );
}

const ownGroups = [{ title: 'On this page', keys: [[['X'], 'Cross it out']] }] as const;

function Own({ keys }: { keys: Record<string, () => void> }) {
  useKeys(keys, { groups: ownGroups });
  return null;
}

const press = (keys: string) => userEvent.keyboard(keys);
const focused = () => document.activeElement?.textContent;

it('goes to a page by G and its letter', async () => {
  show(<ConsoleKeys roles={['user', 'support', 'moderator']} />);
  await press('gd');
  expect(addressNow()).toBe('/support/dead-letters');
  await press('gm');
  expect(addressNow()).toBe('/support/moderation');
  await press('gx');
  await press('d');
  expect(addressNow()).toBe('/support/moderation');
});

it('goes only to pages that the person may open', async () => {
  show(<ConsoleKeys roles={['user', 'support']} />);
  await press('gm');
  expect(addressNow()).toBe('/support');
});

it('steps through the rows, to the link before the button', async () => {
  show(
    <>
      <ConsoleKeys roles={['user', 'support']} />
      <Rows />
    </>,
  );
  await press('j');
  expect(focused()).toBe('One');
  await press('jj');
  expect(focused()).toBe('Two');
  await press('k');
  expect(focused()).toBe('One');
});

it('leaves a key to the page that has its own meaning for it', async () => {
  const own = jest.fn();
  const correct = jest.fn();
  show(
    <>
      <ConsoleKeys roles={['user', 'support']} />
      <Own keys={{ j: own, c: correct }} />
      <Rows />
    </>,
  );
  await press('j');
  expect(own).toHaveBeenCalledTimes(1);
  expect(focused()).not.toBe('One');
  await press('gc');
  expect(addressNow()).toBe('/support/corrections');
  expect(correct).not.toHaveBeenCalled();
  await press('c');
  expect(correct).toHaveBeenCalledTimes(1);
});

it('lists the keys of the page before those of every page', async () => {
  show(
    <>
      <ConsoleKeys roles={['user', 'support']} />
      <Own keys={{}} />
    </>,
  );
  await press('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(sheet.querySelector('h3')?.textContent).toBe('On this page');
  expect(sheet.textContent).toContain('Cross it out');
});

it('does nothing while somebody types, and nothing if single keys are off', async () => {
  show(
    <>
      <ConsoleKeys roles={['user', 'support']} />
      <Rows />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Field'), 'gd?j');
  expect(addressNow()).toBe('/support');
  act(() => (document.activeElement as HTMLElement).blur());
  act(() => singleKeys.set(false));
  await press('gd');
  expect(addressNow()).toBe('/support');
});
