/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Notice, NoticeRegion } from './notice';
import { OutcomeNotice } from './outcome-notice';

afterEach(cleanup);

describe('a region for a notice', () => {
  it('stands there before the notice, and alone tells of it', () => {
    const { rerender } = render(<NoticeRegion>{null}</NoticeRegion>);
    const region = screen.getByRole('status');
    expect(region.childNodes).toHaveLength(0);
    rerender(
      <NoticeRegion>
        <Notice>The link is on its way.</Notice>
      </NoticeRegion>,
    );
    expect(screen.getAllByRole('status')).toEqual([region]);
    expect(region.textContent).toBe('The link is on its way.');
  });
});

describe('the outcome of a form', () => {
  it('appears in a region that existed before the form was sent', () => {
    const { rerender } = render(<OutcomeNotice outcome={null} />);
    const region = screen.getByRole('status');
    rerender(<OutcomeNotice outcome={{ done: true, text: 'It is on its way.' }} />);
    expect(screen.getByRole('status')).toBe(region);
    expect(region.textContent).toBe('It is on its way.');
  });

  it('is scrolled into view', () => {
    const seen: (string | null)[] = [];
    HTMLElement.prototype.scrollIntoView = function see(this: HTMLElement) {
      seen.push(this.textContent);
    };
    const { rerender } = render(<OutcomeNotice outcome={null} />);
    rerender(<OutcomeNotice outcome={{ done: true, text: 'It is on its way.' }} />);
    rerender(<OutcomeNotice outcome={{ done: false, text: 'It did not work.' }} />);
    expect(seen).toEqual(['It is on its way.', 'It did not work.']);
  });

  it('interrupts where it is a problem', () => {
    render(<OutcomeNotice outcome={{ done: false, text: 'It did not work.' }} />);
    expect(screen.getByRole('alert').textContent).toBe('It did not work.');
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
