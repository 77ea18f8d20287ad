/**
 * Lets a caller decide when parts are started again, and with which further settings. `controlled` wraps a definition for
 * createPart.
 */
export function createLaunchControl() {
  const holds = new Map();
  const environments = new Map();

  function hold(name) {
    const { promise, resolve } = Promise.withResolvers();
    holds.set(name, { promise, resolve });
    return () => {
      if (holds.get(name)?.resolve === resolve) holds.delete(name);
      resolve();
    };
  }

  return {
    controlled: (definition) => ({
      ...definition,
      launch: async () => {
        await holds.get(definition.name)?.promise;
        return definition.launch(environments.get(definition.name));
      },
    }),
    /** A part that ends is not started again until the returned function is called. */
    hold,
    releaseAll: () => {
      for (const { resolve } of holds.values()) resolve();
      holds.clear();
    },
    /** Added to the part's settings from its next launch on; undefined: nothing. */
    setEnvironment: (name, environment) => environments.set(name, environment),
  };
}
