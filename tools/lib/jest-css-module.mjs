/** What a component spec gets for a style sheet: each class is called what the component calls it. */
export default new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : String(name)) });
