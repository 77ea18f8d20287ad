/** @jest-environment jsdom */
import { beforeEach, expect, it } from '@jest/globals';
import { returnFocus } from './return-focus';

beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1"><button>Open</button></main>
    <div id="first" role="dialog"><button>Go on</button></div>
    <div id="second" role="dialog"><button>Done</button></div>`;
});

const get = (selector: string) => document.querySelector<HTMLElement>(selector)!;
/** Sends the events that Radix sends to a dialog. */
const tell = (dialog: HTMLElement, handler: (event: Event) => void) => {
  let problem: unknown;
  const listen = (event: Event) => {
    try {
      handler(event);
    } catch (error) {
      problem = error;
    }
  };
  dialog.addEventListener('told', listen, { once: true });
  dialog.dispatchEvent(new Event('told', { cancelable: true }));
  if (problem) throw problem;
};

it('gives the focus of a dialog that was replaced back to what opened the first one', () => {
  const [first, second] = [get('#first'), get('#second')];
  get('main button').focus();
  tell(first, returnFocus.remember);
  first.remove();
  tell(second, returnFocus.remember);
  get('#second button').focus();
  tell(first, returnFocus.giveBack);
  expect(document.activeElement).toBe(get('#second button'));
  second.remove();
  tell(second, returnFocus.giveBack);
  expect(document.activeElement).toBe(get('main button'));
});

it('is not confused by a dialog that is told twice that it opens', () => {
  const first = get('#first');
  tell(first, returnFocus.remember);
  tell(first, returnFocus.remember);
  first.remove();
  tell(first, returnFocus.giveBack);
  expect(document.activeElement).toBe(get('main'));
});
