import { reportsRoutes, type Statement } from '@candid/contracts';
import { call } from '../../../lib/api/call';

/** The statement that the token of a mail link identifies; needs no log-in. */
export async function getStatementByToken(token: string, signal: AbortSignal): Promise<Statement> {
  return (await call(reportsRoutes.getStatementByToken, { params: { token }, signal })).statement;
}
