/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { toleratePageTranslation } from './page-translation';

beforeAll(toleratePageTranslation);
afterEach(cleanup);

const fontOf = (text: string) => {
  const font = document.createElement('font');
  font.appendChild(document.createElement('font')).append(text);
  return font;
};

/** The ways in which translators change a text node. */
const translators: Record<string, (text: Text) => void> = {
  'replaces it': (text) => text.replaceWith(fontOf(`«${text.data}»`)),
  'adds an element and takes it out': (text) => {
    text.before(fontOf(`«${text.data}»`));
    text.remove();
  },
  'wraps it': (text) => {
    const font = document.createElement('font');
    text.before(font);
    font.append(text);
  },
};

function translate(change: (text: Text) => void): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  texts.forEach(change);
}

/** Waits until the app's observer has seen the changes. */
const seen = () => new Promise((resolve) => setTimeout(resolve));
const shown = () => document.body.textContent?.replaceAll(/[«»]/g, '');

function Submit({ isBusy = false, children }: { isBusy?: boolean; children: string }) {
  return (
    <button type="button">
      {isBusy && <i />}
      {children}
    </button>
  );
}

function Balance({ tokens, children }: { tokens: number; children?: ReactNode }) {
  return (
    <p>
      {children}
      {tokens}
      {tokens > 20 && <b>!</b>}
    </p>
  );
}

for (const [name, change] of Object.entries(translators)) {
  const translated = async () => {
    translate(change);
    await seen();
  };

  it(`a button becomes busy and ready again when a translator ${name}`, async () => {
    const { rerender } = render(<Submit>Submit</Submit>);
    await translated();
    rerender(<Submit isBusy>Sending</Submit>);
    await seen();
    expect(shown()).toBe('Sending');
    await translated();
    rerender(<Submit>Submit</Submit>);
    await seen();
    expect(shown()).toBe('Submit');
    expect(screen.getByRole('button').childNodes).toHaveLength(1);
  });

  it(`a text beside others shows its newest value once when a translator ${name}`, async () => {
    const { rerender } = render(<Balance tokens={10}>Tokens: </Balance>);
    for (const tokens of [20, 30, 0]) {
      await translated();
      rerender(<Balance tokens={tokens}>Tokens: </Balance>);
      await seen();
      expect(shown()).toBe(`Tokens: ${tokens}${tokens > 20 ? '!' : ''}`);
    }
    await translated();
    rerender(<Balance tokens={40} />);
    await seen();
    expect(shown()).toBe('40!');
  });

  it(`a placeholder goes when its part has come and a translator ${name}`, async () => {
    let come = () => {};
    const Part = lazy(async () => {
      await new Promise<void>((resolve) => {
        come = resolve;
      });
      return { default: () => <b>040</b> };
    });
    render(
      <Suspense fallback="40">
        <Part />
      </Suspense>,
    );
    await translated();
    come();
    await screen.findByText('040');
    expect(shown()).toBe('040');
  });
}
