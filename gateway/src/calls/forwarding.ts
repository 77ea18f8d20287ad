import type { Route, Rpc } from '@candid/contracts';
import { Controller, Header, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { type CallOptions, Services } from '../services/services.js';

/** A call that one message to one service answers. */
export interface Forwarded {
  readonly route: Route;
  readonly cacheControl: string | undefined;
  answer(services: Services, input: RouteInput<Route>): Promise<object>;
}

interface ForwardOptions extends CallOptions {
  cacheControl?: string;
}

/**
 * @param requestOf what the service is asked
 * @param answerOf what the client gets beside `success`; the service's reply by default
 */
export function forward<R extends Route, Request extends z.ZodType, Reply extends z.ZodType>(
  route: R,
  rpc: Rpc<Request, Reply>,
  requestOf: (input: RouteInput<R>) => z.input<Request>,
  answerOf: (reply: z.output<Reply>, input: RouteInput<R>) => object = (reply) => reply as object,
  { cacheControl, ...options }: ForwardOptions = {},
): Forwarded {
  const answer = async (services: Services, given: RouteInput<Route>) => {
    const input = given as unknown as RouteInput<R>;
    const reply = await services.call(rpc, requestOf(input), input.context, options);
    return { success: true, ...answerOf(reply, input) };
  };
  return { route, cacheControl, answer };
}

/** A controller with one method per call. */
export function forwardingController(calls: readonly Forwarded[]): Type {
  @Controller()
  class ForwardingController {
    constructor(@Inject(Services) readonly services: Services) {}
  }
  for (const { route, cacheControl, answer } of calls) {
    const descriptor = {
      value(this: ForwardingController, input: RouteInput<Route>) {
        return answer(this.services, input);
      },
    };
    Object.defineProperty(ForwardingController.prototype, route.id, descriptor);
    Input()(ForwardingController.prototype, route.id, 0);
    HttpRoute(route)(ForwardingController.prototype, route.id, descriptor);
    if (cacheControl) Header('cache-control', cacheControl)(ForwardingController.prototype, route.id, descriptor);
  }
  return ForwardingController;
}
