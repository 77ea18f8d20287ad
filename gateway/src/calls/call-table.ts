import type { Route, Rpc } from '@candid/contracts';
import { Controller, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { EndedSessions } from '../auth/callers.js';
import { HttpRoute, Input, type RouteInput } from '../kernel/call.js';
import { type CallOptions, type ServiceCall, Services } from '../kernel/services.js';

export interface TableCall {
  readonly route: Route;
  /** True if the call may end sessions. The gateway then polls for ended sessions before it answers. */
  readonly endsSessions?: boolean;
  answer(services: Services, input: RouteInput<Route>): Promise<object>;
}

/** Answers by sending one message. `answerOf` returns the answer's fields except `success`, by default the reply. */
export function forward<R extends Route, Request extends z.ZodType, Reply extends z.ZodType>(
  route: R,
  rpc: Rpc<Request, Reply>,
  requestOf: (input: RouteInput<R>) => z.input<Request>,
  answerOf: (reply: z.output<Reply>, input: RouteInput<R>) => object = (reply) => reply as object,
  options?: CallOptions,
): TableCall {
  return compose(route, async (call, input) => answerOf(await call(rpc, requestOf(input), options), input));
}

/** Answers by sending several messages. `answerOf` returns the answer's fields except `success`. */
export function compose<R extends Route>(
  route: R,
  answerOf: (call: ServiceCall, input: RouteInput<R>) => Promise<object>,
): TableCall {
  const answer = async (services: Services, input: RouteInput<Route>) => ({
    success: true,
    ...(await answerOf(services.callsFor(input.context), input as unknown as RouteInput<R>)),
  });
  return { route, answer };
}

export function tableController(calls: readonly TableCall[]): Type {
  @Controller()
  class TableController {
    constructor(
      readonly services: Services,
      readonly ended: EndedSessions,
    ) {}
  }
  for (const { route, answer, endsSessions } of calls) {
    const descriptor = {
      async value(this: TableController, input: RouteInput<Route>) {
        const answered = await answer(this.services, input);
        if (endsSessions) await this.ended.lookNow();
        return answered;
      },
    };
    Object.defineProperty(TableController.prototype, route.id, descriptor);
    Input()(TableController.prototype, route.id, 0);
    HttpRoute(route)(TableController.prototype, route.id, descriptor);
  }
  return TableController;
}

export const caller = <Id>({ userId }: { userId: Id }) => ({ userId });
export const named = <Params>({ params }: { params: Params }): Params => params;
export const sentBody = <Body>({ body }: { body: Body }): Body => body;
export const ownBody = <Id, Body extends object>({ userId, body }: { userId: Id; body: Body }) => ({ ...body, userId });

export const asIs = <Value>(value: Value): Value => value;
export const only =
  <Name extends string>(...names: Name[]) =>
  (reply: Readonly<Record<Name, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, reply[name]]));
export const under = (name: string) => (reply: unknown) => ({ [name]: reply });
export const nothing = () => ({});

/** A profile assessment is `groupId` in HTTP. A photo assessment is `testId` or, in received ratings, `groupId`. */
export const inGroup = <Id, Item extends object>({
  profileAssessmentId,
  ...item
}: Item & { profileAssessmentId: Id }) => ({
  ...item,
  groupId: profileAssessmentId,
});

export const ofTest = <Id, Item extends object>({ photoAssessmentId, ...item }: Item & { photoAssessmentId: Id }) => ({
  ...item,
  testId: photoAssessmentId,
});
