import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { NestLogger } from '../logging/logger.js';
import { Metrics } from '../operations/metrics.js';
import { verifyCallersWith } from '../rpc/admit-caller.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { observeRpc } from '../rpc/rpc-handler.js';
import { LOGGER, NATS, PLATFORM, type Platform } from './platform.js';
import { type ProcessOptions, type RunningProcess, startProcess } from './start-process.js';

type RootModule = Type | DynamicModule;

class ApplicationRoot {}
class PlatformModule {}

/** The application's module, with the process's parts injectable everywhere. Tests that start a module use it too. */
export function rootModule(module: RootModule, platform: Platform): DynamicModule {
  const providers = [
    { provide: PLATFORM, useValue: platform },
    { provide: LOGGER, useValue: platform.logger },
    { provide: NATS, useValue: platform.nats },
    { provide: RpcClient, useValue: platform.rpc },
    { provide: Metrics, useValue: platform.metrics },
  ];
  const exports = providers.map(({ provide }) => provide);
  return {
    module: ApplicationRoot,
    imports: [{ module: PlatformModule, global: true, providers, exports }, module],
  };
}

/** Order of the stop: requests are drained, `onModuleDestroy` (consumers), `onApplicationShutdown` (pools). */
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

export async function startWorker(module: RootModule, options: ProcessOptions): Promise<RunningProcess> {
  return startProcess({ processName: `${options.name}-worker`, ...options }, async (platform) =>
    NestFactory.createApplicationContext(rootModule(module, platform), {
      logger: new NestLogger(),
      abortOnError: false,
    }),
  );
}
