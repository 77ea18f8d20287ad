import { z } from 'zod';
import type { ErrorCode } from '../error-codes.js';
import { byPhoto, byUser } from '../ids.js';
import { plainText } from '../plain-text.js';
import type { StaffAudience } from '../rpc/access.js';

/** For `assessor`, the service checks the approval. A staff audience requires one of its `ROLES_OF_STAFF_AUDIENCE`. */
export type Audience = 'anyone' | 'user' | 'assessor' | StaffAudience;

type Field = `${'params' | 'body' | 'query'}.${string}`;

export interface Route {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, with parameters as `{name}`. */
  readonly path: string;
  readonly tag: 'Identity' | 'Photos' | 'Assessments' | 'Tokens' | 'Moderation' | 'Support' | 'Live';
  readonly summary: string;
  readonly audience: Audience;
  /** Fields that must contain the caller's id; otherwise the answer is 403. */
  readonly callerFields?: readonly Field[];
  /** Fields with ids of things that must belong to the caller. Other ids get 404, like unknown ids. */
  readonly ownedFields?: readonly Field[];
  /** Fields with ids of other people or of their things. */
  readonly otherFields?: readonly Field[];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Multipart form: `body` describes the text fields, files come as `photos`. */
  readonly multipart?: boolean;
  readonly filesMax?: number;
  readonly answer: z.ZodType;
  /** Content type of an answer that is not JSON; `answer` then describes its text. */
  readonly answerType?: 'text/event-stream' | 'text/csv';
  /** `Cache-Control` of an answer that is equal for everybody until a deployment. The answer also gets an ETag. */
  readonly cacheControl?: string;
  readonly status: number;
  readonly refusals: readonly ErrorCode[];
}

type Addressed = Pick<Route, 'method' | 'path'>;
type Defaults = Pick<Route, 'status' | 'refusals'>;
type RouteDefinition = Omit<Route, keyof (Addressed & Defaults) | 'id'> & Partial<Defaults & Pick<Route, 'id'>>;

/** Declares routes that share `common`. Default: status 200 and no refusals. */
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

/** A route states its id only if it differs from the route's name in the table. */
export const tableOf = <const Table extends Readonly<Record<string, Omit<Route, 'id'>>>>(routes: Table) =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { id, ...route }])) as unknown as {
    readonly [Name in keyof Table]: { readonly id: string } & Table[Name];
  };

export const success = z.literal(true);
export const byCaller = { callerFields: ['params.userId'], params: byUser } as const;
export const sentByCaller = { callerFields: ['body.userId'], body: byUser } as const;
export const byOwnPhoto = { ownedFields: ['params.photoId'], params: byPhoto } as const;
/** At most `limit` items after `cursor`, which is the `nextCursor` of the previous page. */
export const pageOf = (limitMax: number) => ({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(limitMax).optional(),
});
export const page = pageOf(100);
export const ratingsPage = z.object(pageOf(2_000));
export const nextCursor = z.string().nullable();

const ticket = plainText(0, 100).optional();
/** Reason for the audit log. The call is refused without it. */
export const statedReason = { reason: plainText(1, 500), ticket };
/** Optional reason for the audit log; a read sends it in the header `x-reason`. */
export const optionalReason = { reason: plainText(1, 500).optional(), ticket };
