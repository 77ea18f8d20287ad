/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Desk, person, show } from '../../lib/desk.fixture.spec';
import { sessionStore } from '../../lib/session/session-store';
import AskForPush from './ask-for-push';
import { PushChoice } from './push-choice';
import { pushDeclined } from './use-push';

const endpoint = 'https://web.push.apple.com/abc';
const id = '33333333-3333-4333-8333-333333333333';

/** Gives this browser the Push API. The person answers the browser's question with `permission`. */
function givePush(permission: NotificationPermission) {
  let subscription: object | null = null;
  const asked: string[] = [];
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      asked.push(applicationServerKey);
      subscription = made;
      return made;
    },
  };
  const registration = { pushManager };
  const Notification = {
    permission: 'default',
    requestPermission: async () => (Notification.permission = permission),
  };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.assign(globalThis, { PushManager: class {}, Notification });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  return { asked, subscription: () => subscription, lose: made.unsubscribe };
}

let desk: Desk;
let kinds: unknown;
const known = () => (kinds === undefined ? [] : [{ id, endpoint, kinds }]);
const pushState = () => ({ success: true, publicKey: 'vapid', subscriptions: known() });
const subscribed = () => {
  kinds = desk.sent.at(-1)!.body!['kinds'];
  return { success: true, id };
};
beforeEach(() => {
  localStorage.clear();
  kinds = undefined;
  desk = new Desk();
  desk.signIn();
  desk.answer('GET /push/key', pushState);
  desk.answer('POST /push/subscriptions', subscribed);
  desk.answer(`DELETE /push/subscriptions/${id}`, { success: true });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const flip = async (name: string) => userEvent.click(await screen.findByRole('switch', { name }));
const isOn = (name: string) => (screen.getByRole('switch', { name }) as HTMLInputElement).checked;

describe('the question on the waiting screen', () => {
  it('turns notifications on, with the key of the server', async () => {
    const browser = givePush('granted');
    show(<AskForPush />);
    await press('Notify me');
    await screen.findByText(/^Notifications are on/);
    expect(browser.asked).toEqual(['vapid']);
    expect(desk.of('POST /push')[0]!.body).toMatchObject({
      subscription: { endpoint, keys: { p256dh: 'key', auth: 'secret' } },
      kinds: ['progress', 'results'],
    });
  });

  it.each([
    ['is turned down', 'granted', 'Not now'],
    ['is turned down in the dialog of the browser', 'denied', 'Notify me'],
  ] as const)('is not asked again once it %s', async (_, permission, answer) => {
    givePush(permission);
    show(<AskForPush />);
    await press(answer);
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
    expect(pushDeclined.of(person)).toBe(true);
    cleanup();
    show(<AskForPush />);
    await act(async () => undefined);
    expect(screen.queryByRole('button')).toBeNull();
    expect(desk.of('POST /push')).toEqual([]);
  });

  it('is asked again after a failure', async () => {
    givePush('granted');
    desk.refuse('POST /push/subscriptions', 'CONFLICT', 'Not now.');
    show(<AskForPush />);
    await press('Notify me');
    await screen.findByText(/^Notifications could not be changed/);
    expect(pushDeclined.of(person)).toBeNull();
    desk.answer('POST /push/subscriptions', subscribed);
    await press('Notify me');
    await screen.findByText(/^Notifications are on/);
  });

  it('is not asked in a browser that cannot notify', async () => {
    show(<AskForPush />);
    await act(async () => undefined);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the switches in Preferences', () => {
  it('choose the kinds of this browser, and end its subscription with the last one', async () => {
    const browser = givePush('granted');
    show(<PushChoice />);
    await flip('Results');
    await waitFor(() => expect(isOn('Results')).toBe(true));
    expect([isOn('Ratings coming in'), kinds]).toEqual([false, ['results']]);
    await flip('Ratings coming in');
    await waitFor(() => expect(kinds).toEqual(['progress', 'results']));
    await waitFor(() => expect(isOn('Ratings coming in')).toBe(true));
    await flip('Results');
    await waitFor(() => expect(kinds).toEqual(['progress']));
    await waitFor(() => expect(isOn('Results')).toBe(false));
    await flip('Ratings coming in');
    await waitFor(() => expect(desk.of('DELETE /push')).toHaveLength(1));
    expect(browser.subscription()).toBeNull();
  });

  it('stay on if the browser loses its subscription, until the person logs out', async () => {
    const browser = givePush('granted');
    show(<PushChoice />);
    await flip('Results');
    await waitFor(() => expect(isOn('Results')).toBe(true));
    cleanup();
    await browser.lose();
    kinds = undefined;
    show(<PushChoice />);
    await waitFor(() => expect(isOn('Results')).toBe(true));
    expect(kinds).toEqual(['results']);
    cleanup();
    sessionStore.signOut('logged-out');
    await waitFor(() => expect(browser.subscription()).toBeNull());
    kinds = undefined;
    desk.signIn();
    show(<PushChoice />);
    await screen.findByRole('switch', { name: 'Results' });
    expect([isOn('Results'), kinds]).toEqual([false, undefined]);
  });

  it('can be loaded again after a failure', async () => {
    givePush('granted');
    show(<PushChoice />);
    await flip('Results');
    await waitFor(() => expect(isOn('Results')).toBe(true));
    cleanup();
    desk.refuse('GET /push/key', 'CONFLICT', 'Not now.');
    show(<PushChoice />);
    await screen.findByText('Failed to load data. Please try again later.');
    desk.answer('GET /push/key', pushState);
    await press('Try again');
    await screen.findByRole('switch', { name: 'Results' });
  });

  it('say why there are none where the browser cannot notify, or may not', async () => {
    show(<PushChoice />);
    await screen.findByText(/^This browser cannot show notifications\./);
    cleanup();
    const browser = givePush('denied');
    show(<PushChoice />);
    await flip('Results');
    await screen.findByText(/^Notifications are blocked\./);
    expect(browser.subscription()).toBeNull();
  });
});

it('the browser forgets its subscription at log-out', async () => {
  const browser = givePush('granted');
  show(<PushChoice />);
  await flip('Results');
  await waitFor(() => expect(browser.subscription()).not.toBeNull());
  cleanup();
  sessionStore.signOut('logged-out');
  await waitFor(() => expect(browser.subscription()).toBeNull());
});
