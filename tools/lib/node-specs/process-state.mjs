const EVENTS = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'];

/** Returns a function that puts the process's environment and its listeners for its own end back as they are now. */
export function rememberProcess() {
  const environment = { ...process.env };
  const known = new Map(EVENTS.map((event) => [event, new Set(process.listeners(event))]));
  return () => {
    for (const [event, listeners] of known)
      for (const listener of process.listeners(event))
        if (!listeners.has(listener)) process.removeListener(event, listener);
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };
}
