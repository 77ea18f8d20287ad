import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Metrics } from '../operations/metrics.js';
import { OperationsServer } from '../operations/operations-server.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { JETSTREAM, LOGGER, NATS, PLATFORM, type Platform } from './platform.js';

/**
 * Makes the process's parts injectable everywhere: `RpcClient`, `Metrics` and `OperationsServer` by class, the rest by
 * the tokens `PLATFORM`, `LOGGER`, `NATS`, `JETSTREAM`.
 */
@Global()
@Module({})
export class PlatformModule {
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
