import { useSyncExternalStore } from 'react';
import { type Connection, connectionStore } from './connection-store';

export function useConnection(): Connection {
  return useSyncExternalStore(connectionStore.subscribe, connectionStore.current);
}
