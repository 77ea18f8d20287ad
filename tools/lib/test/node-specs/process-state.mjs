const ENDS = new Set(['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection']);

const isCalledByJest = () => new Error().stack.includes('jest-circus');

/**
 * Until the returned function is called, only Jest listens for the end of the process and for what nobody has caught: a service that a
 * spec starts would end the test process without a message. The function also restores the environment variables.
 */
export function keepProcess() {
  const environment = { ...process.env };
  const { on } = process;
  process.on = (event, listener) =>
    ENDS.has(event) && !isCalledByJest() ? process : on.call(process, event, listener);
  return () => {
    delete process.on;
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };
}
