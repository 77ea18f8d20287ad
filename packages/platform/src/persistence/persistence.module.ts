import { EventStore, LeaderElection } from '@candid/event-store';
import type { AnyEntity, EntityClass } from '@mikro-orm/core';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import pg from 'pg';
import { wake } from '../nats/wake.js';
import { watchPools } from '../operations/pool-metrics.js';
import { ormOptions } from '../orm/orm-options.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { currentWork } from '../rpc/current-command.js';

export interface PersistenceSettings {
  /** Of the application role. */
  databaseUrl: string;
  entities: EntityClass<AnyEntity>[];
  /** Connections of the ORM's pool at most; default 4. */
  ormPoolMax?: number;
  /** Connections for appends, loads and followers at most; default 4. */
  storePoolMax?: number;
}

const STATEMENT_TIMEOUT_MS = 15_000;

/** The event store's pool; its connections are made when needed and given up after 30 idle seconds. */
function storePool({ databaseUrl, storePoolMax = 4 }: PersistenceSettings, platform: Platform): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: platform.process,
    max: storePoolMax,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  // One that the server drops while it is idle, or between two statements of a transaction, is no statement's error; without a
  // listener of its own it would end the process. The transaction's next statement fails.
  pool.on('connect', (client) => {
    client.on('error', (error) => platform.logger.warn({ err: error }, 'database connection lost'));
  });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * One database of one service: MikroORM for read models, `EventStore` and `LeaderElection` for events. Each commit of
 * events sends `wake.<service>`, so that the service's other processes look at once.
 */
@Global()
@Module({})
export class PersistenceModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(PLATFORM) private readonly platform: Platform,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(LeaderElection) private readonly election: LeaderElection,
  ) {}

  static forRoot(settings: PersistenceSettings): DynamicModule {
    const { databaseUrl: url, entities, ormPoolMax: poolMax } = settings;
    const pools = new Map<string, pg.Pool>();
    const onPool = (pool: pg.Pool): unknown => pools.set('orm', pool);
    return {
      module: PersistenceModule,
      imports: [
        MikroOrmModule.forRoot({
          ...ormOptions({ url, entities, onPool, ...(poolMax && { poolMax }) }),
          registerRequestContext: false,
        }),
      ],
      providers: [
        {
          provide: EventStore,
          useFactory: (platform: Platform) => {
            const pool = storePool(settings, platform);
            pools.set('store', pool);
            watchPools(platform.metrics, () => pools);
            return new EventStore({ pool, currentWork });
          },
          inject: [PLATFORM],
        },
        {
          provide: LeaderElection,
          useFactory: (platform: Platform) =>
            new LeaderElection({ connectionString: url, application_name: `${platform.process}-leader` }),
          inject: [PLATFORM],
        },
      ],
      exports: [EventStore, LeaderElection],
    };
  }

  onModuleInit(): void {
    this.store.onCommitted((last) => wake(this.platform.nats, this.platform.service, last));
    this.platform.operations.addReadinessCheck('database', () => this.store.pool.query('select 1'));
  }

  /** After whatever uses them has stopped in `onModuleDestroy`. */
  async onApplicationShutdown(): Promise<void> {
    await this.election.close();
    await this.store.pool.end();
  }
}
