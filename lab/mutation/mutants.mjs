import { SyntaxKind as kind } from 'typescript/unstable/ast';

/** Maps an operator to its replacement. Mutants that do not type-check are dropped later. */
const operators = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['&&', '||'],
  ['||', '&&'],
  ['??', '&&'],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['+=', '-='],
  ['-=', '+='],
]);

const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);

/** Logs and metrics are not behaviour that a test must check. */
const isObservation = (text) => /^(await )?(this\.)?(\w+\.)*(logger|console|metrics)\./.test(text);

const isTypeOnly = (node) =>
  (node.kind >= kind.FirstTypeNode && node.kind <= kind.LastTypeNode) ||
  [
    kind.ImportDeclaration,
    kind.ExportDeclaration,
    kind.InterfaceDeclaration,
    kind.TypeAliasDeclaration,
    kind.Decorator,
  ].includes(node.kind);

/** `reached`: code that runs exactly when the mutated place runs. `form` decides how `probesOf` inserts a report. */
function mutant(node, [start, end, replacement], reached = { node, form: 'expression' }) {
  return { start, end, replacement, reached: { ...rangeOf(reached.node), form: reached.form } };
}

const rangeOf = (node) => ({ start: node.getStart(), end: node.getEnd() });

const replaced = (node, replacement) => mutant(node, [node.getStart(), node.getEnd(), replacement]);

const negated = (node) => replaced(node, `!(${node.getText()})`);

function removedStatement(node) {
  return mutant(node, [node.getStart(), node.getEnd(), ';'], { node, form: 'statement' });
}

function removedProperty(node, reached) {
  const text = node.getSourceFile().text;
  const comma = /^\s*,/.exec(text.slice(node.getEnd()))?.[0].length ?? 0;
  return mutant(node, [node.getStart(), node.getEnd() + comma, ''], reached);
}

function binaryMutants(node) {
  const replacement = operators.get(node.operatorToken.getText());
  if (!replacement) return [];
  return [mutant(node, [node.operatorToken.getStart(), node.operatorToken.getEnd(), replacement])];
}

/** Tests assert no durations, so no test can detect that a process waits a millisecond longer. */
const isTime = ({ parent }) => /Ms$/.test(parent.name?.getText() ?? '');

function numberMutants(node) {
  if (node.parent.name === node || isTime(node)) return [];
  const value = Number(node.getText().replaceAll('_', ''));
  return [replaced(node, `${value + 1}`), replaced(node, `(${value - 1})`)];
}

const mutantsByKind = {
  [kind.BinaryExpression]: binaryMutants,
  [kind.IfStatement]: ({ expression }) => [negated(expression), replaced(expression, 'false')],
  [kind.WhileStatement]: ({ expression }) => [negated(expression)],
  [kind.ConditionalExpression]: ({ condition }) => [negated(condition)],
  [kind.PrefixUnaryExpression]: (node) =>
    node.operator === kind.ExclamationToken || node.operator === kind.MinusToken
      ? [replaced(node, `(${node.operand.getText()})`)]
      : [],
  [kind.TrueKeyword]: (node) => [replaced(node, 'false')],
  [kind.FalseKeyword]: (node) => [replaced(node, 'true')],
  [kind.NumericLiteral]: numberMutants,
  [kind.ReturnStatement]: ({ expression }) => (expression ? [negated(expression)] : []),
  [kind.ArrowFunction]: ({ body }) => (body.kind === kind.Block ? [] : [negated(body)]),
  [kind.ArrayLiteralExpression]: (node) =>
    node.elements.length > 0 && node.parent.left !== node ? [replaced(node, '[]')] : [],
  [kind.PropertyAssignment]: (node) => [removedProperty(node, { node: node.initializer, form: 'expression' })],
  [kind.ShorthandPropertyAssignment]: (node) => [removedProperty(node, { node, form: 'shorthand' })],
  [kind.SpreadAssignment]: (node) => [removedProperty(node, { node: node.expression, form: 'expression' })],
  [kind.ExpressionStatement]: (node) =>
    node.expression.getText().startsWith('super(') ? [] : [removedStatement(node)],
  [kind.ThrowStatement]: (node) => [removedStatement(node)],
  [kind.PropertyAccessExpression]: (node) => {
    const replacement = methods.get(node.name.getText());
    if (!replacement || node.parent.kind !== kind.CallExpression) return [];
    return [
      mutant(node, [node.name.getStart(), node.name.getEnd(), replacement], { node: node.parent, form: 'expression' }),
    ];
  },
};

/**
 * Returns all small changes of the parsed file that alter its behaviour: comparisons, booleans, arithmetic, negated
 * conditions, returned values, literals, removed statements and properties. Types, imports, logs and metrics stay.
 */
export function mutantsOf(sourceFile) {
  const found = [];
  const visit = (node) => {
    if (isTypeOnly(node)) return;
    if (node.kind === kind.ExpressionStatement && isObservation(node.getText())) return;
    found.push(...(mutantsByKind[node.kind]?.(node) ?? []));
    node.forEachChild(visit);
  };
  sourceFile.forEachChild(visit);
  return found;
}

/** Returns edits that report the mutant's id whenever its place runs, without changing the code's behaviour. */
export function probesOf({ reached: { start, end, form } }, id, text) {
  const report = `globalThis.reportReached?.(${id})`;
  if (form === 'statement') return [insertion(start, `{ ${report}; `, 0), insertion(end, ' }', 1)];
  const key = form === 'shorthand' ? `${text.slice(start, end)}: ` : '';
  return [insertion(start, `${key}(${report}, `, 1), insertion(end, ')', 0)];
}

/** `order` sorts insertions at the same place: a statement's insertions enclose an expression's. */
const insertion = (at, text, order) => ({ start: at, end: at, replacement: text, order });
