/** Replaces style sheets in component specs: each class has the name that the component uses. */
export default new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : String(name)) });
