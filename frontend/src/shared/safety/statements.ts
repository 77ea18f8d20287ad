import { reportsRoutes, type Statement } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call';
import { polled } from '../../lib/live/poll';
import { queryKeys } from '../../lib/query/keys';

/** All holds and decisions about the person's photos and account, newest first. */
export function useStatements(enabled = true) {
  return useQuery({
    queryKey: queryKeys.statements(),
    meta: polled,
    queryFn: async ({ signal }): Promise<Statement[]> =>
      (await call(reportsRoutes.listStatements, { signal })).statements,
    enabled,
  });
}

/** Target of an appeal: the token of a mail, or a statement that the person is shown. */
export type AppealSubject = { readonly token: string } | { readonly statementId: string };

export async function sendAppeal(subject: AppealSubject, text: string, idempotencyKey: string): Promise<void> {
  await call(reportsRoutes.appeal, { body: { ...subject, text }, idempotencyKey });
}
