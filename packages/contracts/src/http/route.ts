import { z } from 'zod';
import type { ErrorCode } from '../error-codes.js';
import { byPhoto, byUser } from '../ids.js';
import { plainText } from '../plain-text.js';
import type { StaffAudience } from '../rpc/access.js';

/** `assessor`: the service checks the approval. A staff audience: one of its roles in `ROLES_OF_STAFF_AUDIENCE`. */
export type Audience = 'anyone' | 'user' | 'assessor' | StaffAudience;

type Field = `${'params' | 'body' | 'query'}.${string}`;

export interface Route {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters as `{name}`. */
  readonly path: string;
  readonly tag: 'Identity' | 'Photos' | 'Assessments' | 'Tokens' | 'Moderation' | 'Support' | 'Live';
  readonly summary: string;
  readonly audience: Audience;
  /** Fields that must equal the caller's id, else 403. */
  readonly callerFields?: readonly Field[];
  /** Fields that name a thing of the caller's own: another's is answered like one that does not exist, with 404. */
  readonly ownedFields?: readonly Field[];
  /** Fields that name somebody or something else, because the call is about it. */
  readonly otherFields?: readonly Field[];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Multipart form: `body` describes the text fields, files come as `photos`. */
  readonly multipart?: boolean;
  readonly filesMax?: number;
  readonly answer: z.ZodType;
  /** Content type of an answer that is not JSON; `answer` is then its text. */
  readonly answerType?: 'text/event-stream' | 'text/csv';
  /** How long browsers may keep an answer that is the same for everybody and changed by a deployment only. It gets an ETag. */
  readonly cacheControl?: string;
  readonly status: number;
  readonly refusals: readonly ErrorCode[];
}

type Addressed = Pick<Route, 'method' | 'path'>;
type Defaults = Pick<Route, 'status' | 'refusals'>;
type RouteDefinition = Omit<Route, keyof (Addressed & Defaults) | 'id'> & Partial<Defaults & Pick<Route, 'id'>>;

/** Declares routes that have `common` alike. Unless they name others, their status is 200, and they refuse nothing. */
export const routesOf =
  <const Common extends Partial<RouteDefinition>>(common: Common) =>
  <const Method extends Route['method'], const R extends Omit<RouteDefinition, keyof Common>>(
    method: Method,
    path: string,
    route: R,
  ): Defaults & { readonly method: Method; readonly path: string } & Common & R => ({
    ...{ status: 200, refusals: [], method, path },
    ...common,
    ...route,
  });

/** A route names its id only where its name in the table is another. */
export const tableOf = <const Table extends Readonly<Record<string, Omit<Route, 'id'>>>>(routes: Table) =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { id, ...route }])) as unknown as {
    readonly [Name in keyof Table]: { readonly id: string } & Table[Name];
  };

export const success = z.literal(true);
export const byCaller = { callerFields: ['params.userId'], params: byUser } as const;
export const sentByCaller = { callerFields: ['body.userId'], body: byUser } as const;
export const byOwnPhoto = { ownedFields: ['params.photoId'], params: byPhoto } as const;
/** At most `limit` items after the `nextCursor` of the page before. */
export const pageOf = (limitMax: number) => ({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(limitMax).optional(),
});
export const page = pageOf(100);
export const ratingsPage = z.object(pageOf(2_000));
export const nextCursor = z.string().nullable();

const ticket = plainText(0, 100).optional();
/** Why, for the audit log, of a call that is refused without it. */
export const statedReason = { reason: plainText(1, 500), ticket };
/** Why, for the audit log; a read gives it in the header `x-reason`. */
export const optionalReason = { reason: plainText(1, 500).optional(), ticket };
