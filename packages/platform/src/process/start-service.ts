import 'reflect-metadata';
import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { NestLogger } from '../logging/logger.js';
import { Metrics } from '../operations/metrics.js';
import { OperationsServer } from '../operations/operations-server.js';
import { verifyCallersWith } from '../rpc/admit-caller.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { observeRpc } from '../rpc/rpc-handler.js';
import { JETSTREAM, LOGGER, NATS, PLATFORM, type Platform } from './platform.js';
import { type ProcessOptions, type RunningProcess, startProcess } from './start-process.js';

type RootModule = Type | DynamicModule;

class ApplicationRoot {}

/** The application's module with the process's parts around it; also for tests that start a module themselves. */
export function rootModule(module: RootModule, platform: Platform): DynamicModule {
  return { module: ApplicationRoot, imports: [PlatformModule.forRoot(platform), module] };
}

/**
 * A service: answers the `@RpcHandler`s of its controllers in the queue group of its name. Stops in this order:
 * requests are drained, `onModuleDestroy` (whatever consumes stops), `onApplicationShutdown` (pools close).
 */
export async function startService(
  module: RootModule,
  options: ProcessOptions & { config: { JWT_PUBLIC_KEY: string } },
): Promise<RunningProcess> {
  const { RpcServer } = await import('../rpc/rpc-server.js');
  return startProcess(options, async (platform) => {
    verifyCallersWith(options.config.JWT_PUBLIC_KEY);
    observeRpc(platform.metrics.rpcObserver());
    const strategy = new RpcServer({ nats: platform.nats, queue: platform.service });
    const application = await NestFactory.createMicroservice<MicroserviceOptions>(rootModule(module, platform), {
      strategy,
      logger: new NestLogger(),
      abortOnError: false,
    });
    await application.listen();
    await platform.nats.flush();
    return application;
  });
}

/** A worker: the same frame without requests; its process is named `<service>-worker`. */
export async function startWorker(module: RootModule, options: ProcessOptions): Promise<RunningProcess> {
  return startProcess({ processName: `${options.name}-worker`, ...options }, async (platform) =>
    NestFactory.createApplicationContext(rootModule(module, platform), {
      logger: new NestLogger(),
      abortOnError: false,
    }),
  );
}

/**
 * Makes the process's parts injectable everywhere: `RpcClient`, `Metrics` and `OperationsServer` by class, the rest by
 * the tokens `PLATFORM`, `LOGGER`, `NATS`, `JETSTREAM`.
 */
@Global()
@Module({})
class PlatformModule {
  static forRoot(platform: Platform): DynamicModule {
    const providers = [
      { provide: PLATFORM, useValue: platform },
      { provide: LOGGER, useValue: platform.logger },
      { provide: NATS, useValue: platform.nats },
      { provide: JETSTREAM, useValue: platform.jetstream },
      { provide: RpcClient, useValue: platform.rpc },
      { provide: Metrics, useValue: platform.metrics },
      { provide: OperationsServer, useValue: platform.operations },
    ];
    return { module: PlatformModule, providers, exports: providers.map((provider) => provider.provide) };
  }
}
