/** @jest-environment jsdom */
import { type Photo, reportsRoutes, type Statement } from '@candid/contracts';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { answered } from '../../../lib/query/answered.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import { OwnDecisions } from './decisions.page';

const day = 24 * 3_600_000;
const removal = {
  ...{ statementId: 'removal', caseId: 'case', decision: 'removePhoto', photoId: 'gone', about: ['minor', 'other'] },
  ...{ rule: null, reasons: null, usedScreening: false, issuedAt: new Date().toISOString(), until: null },
  ...{ appealUntil: new Date(Date.now() + day).toISOString(), appeal: null, undoneAt: null },
} as unknown as Statement;
const hold = { ...removal, statementId: 'hold', decision: 'hold', photoId: 'kept', appealUntil: null } as Statement;
const kept = { _id: 'kept', path: '/kept', renditions: [], preview: '' } as unknown as Photo;

beforeEach(() => {
  sessionStore.signIn({ token: 't', userId: 'ann' });
  const observes = class {
    observe() {}
    disconnect() {}
  };
  Object.assign(globalThis, { ResizeObserver: observes });
  globalThis.fetch = (async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return new Promise(() => undefined);
    const answer = { success: true, message: 'Sent.' };
    return { ok: true, status: 202, headers: new Map(), json: async () => answer };
  }) as unknown as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  answered(client, reportsRoutes.listStatements, {}, { statements: [removal, hold] });
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <OwnDecisions photos={[kept]} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
});
afterEach(cleanup);

it('leads to the photo that a decision is about, while the photo exists', () => {
  const [removed, held] = screen.getAllByRole('listitem');
  expect(within(held!).getByRole('link', { name: 'Open this photo' }).getAttribute('href')).toBe('/profile?photo=kept');
  expect(within(removed!).queryByRole('link', { name: 'Open this photo' })).toBeNull();
  within(removed!).getByText('Somebody possibly under 18 · something else');
});

it('ends an appeal with its result and a way out', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Appeal' }));
  await userEvent.type(screen.getByLabelText('Why is it wrong?'), 'It is me.');
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  await screen.findByText(/^Your appeal was sent/);
  expect(screen.queryByText(/^Say why the decision is wrong/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
