import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { sessionStore } from './session/session-store';

export interface SentCall {
  readonly method: string;
  /** URL without `/api`, but with the query. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown> | undefined;
}

interface Given {
  readonly status: number;
  readonly body: object | ((url: URL) => object);
}

export const person = '11111111-1111-4111-8111-111111111111';
export const transfer = '22222222-2222-4222-8222-222222222222';
export const at = '2026-11-21T10:00:00.000Z';

/** Records the requests of the page and returns prepared answers. */
export class Desk {
  readonly sent: SentCall[] = [];
  private readonly given = new Map<string, Given>();

  constructor() {
    globalThis.fetch = (async (path: string, { method = 'GET', headers, body }: RequestInit) => {
      // Connection checks succeed, so an unanswered request of one test starts no repeated checks in later tests.
      if (method === 'HEAD') return { status: 200 };
      const url = new URL(path, 'http://candid.example');
      const sent = { method, url: (url.pathname + url.search).replace('/api', ''), headers, body };
      this.sent.push({ ...sent, body: body ? JSON.parse(String(body)) : undefined } as SentCall);
      const answer = this.given.get(`${method} ${url.pathname.replace('/api', '')}`);
      if (!answer) throw new Error(`nobody answers ${method} ${path}`);
      const told = typeof answer.body === 'function' ? answer.body(url) : answer.body;
      return { ok: answer.status < 300, status: answer.status, headers: new Map(), json: async () => told };
    }) as unknown as typeof fetch;
  }

  answer(call: string, body: Given['body'], status = 200): void {
    this.given.set(call, { status, body });
  }

  refuse(call: string, code: string, message: string, status = 409): void {
    this.answer(call, { success: false, code, message, error: message }, status);
  }

  /** Signs in `person` with an account that has not done anything. */
  signIn(more: object = {}): void {
    sessionStore.signIn({ token: 'a.b.c', userId: person });
    this.answer(`GET /get-user/${person}`, { success: true, user: userWith(more) });
  }

  of(call: string): SentCall[] {
    return this.sent.filter(({ method, url }) => `${method} ${url}`.startsWith(call));
  }
}

/** An account that has not done anything. */
export function userWith(more: object = {}) {
  const flags = { hasCompletedFirstAssessment: false, hasMadeFirstProfile: false, hasFirstTested: false };
  return {
    ...{ userId: person, email: 'mo@candid.example', name: 'Mo', roles: ['user'], tokenCount: 0, ...flags },
    ...{ hasFirstLoggedIn: true, approvedAssessor: false, notificationNumber: 0, generalNotifNumber: 0 },
    ...{ firstTestedDate: null, restartTokens: null, language: 'en', emailBouncedAt: null, ...more },
  };
}

let address = '';
function Address() {
  const { pathname, search } = useLocation();
  address = pathname + search;
  return null;
}

export const addressNow = (): string => address;

export function show(children: ReactNode, path: string | { pathname: string; state: object } = '/support'): void {
  // Sends requests even if the connection counts as lost, as the app does.
  const once = { retry: false, networkMode: 'always' } as const;
  const options = { queries: once, mutations: once };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: options })}>
      <MemoryRouter initialEntries={[path]}>
        <Address />
        {children}
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
