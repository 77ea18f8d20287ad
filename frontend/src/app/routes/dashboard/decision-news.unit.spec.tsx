/** @jest-environment jsdom */
import { reportsRoutes, type Statement } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { answered } from '../../../lib/query/answered.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import DecisionsPage from '../account/decisions.page';
import DecisionNews from './decision-news';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const statement = (statementId: string, decision: string, minutes: number) =>
  ({
    ...{ statementId, caseId: 'case', decision, issuedAt: ago(minutes), undoneAt: null, appeal: null, until: null },
    ...{ photoId: 'p', about: [], rule: null, reasons: null, appealUntil: null },
  }) as unknown as Statement;
const hold = statement('hold', 'hold', 10);
const removal = statement('removal', 'removePhoto', 5);
const heldBefore = { ...hold, undoneAt: removal.issuedAt };

let client: QueryClient;
beforeEach(() => {
  localStorage.clear();
  globalThis.fetch = () => new Promise(() => undefined);
  sessionStore.signIn({ token: 't', userId: 'ann' });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
});
afterEach(cleanup);

/** Answers with these decisions, newest first like the server. */
const list = (...statements: Statement[]) => answered(client, reportsRoutes.listStatements, {}, { statements });
const show = (page: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </MemoryRouter>,
  );
const banner = () => screen.getByRole('status').textContent;

describe('the banner about decisions', () => {
  it('tells of the decision that follows a hold', async () => {
    list(hold);
    show(<DecisionNews />);
    expect(banner()).toContain('Your photo is on hold.');
    list(removal, heldBefore);
    await waitFor(() => expect(banner()).toContain('Your photo was removed.'));
  });

  it('tells of what came while the list of decisions stood open, and not of what was listed', async () => {
    list(hold);
    const decisions = show(<DecisionsPage />);
    await screen.findByRole('heading', { name: 'Your photo is on hold' });
    list(removal, heldBefore);
    await screen.findByRole('heading', { name: 'Your photo was removed' });
    decisions.unmount();
    const dashboard = show(<DecisionNews />);
    expect(banner()).toContain('Your photo was removed.');
    dashboard.unmount();
    show(<DecisionsPage />).unmount();
    show(<DecisionNews />);
    expect(banner()).toBe('');
  });
});
