import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  metric: string;
  labels: string[];
}

export interface ParsedQuery {
  /** Excerpts around syntax errors. */
  faults: string[];
  selectors: Selector[];
  /** Labels that the query groups or joins by. */
  groupedBy: string[];
  /** Labels that `label_replace` adds. */
  made: string[];
}

const RATE_INTERVAL = '$__rate_interval';

export function parseQuery(text: string): ParsedQuery {
  const query = text.replaceAll(RATE_INTERVAL, '5m');
  const parsed: ParsedQuery = { faults: [], selectors: [], groupedBy: [], made: [] };
  parser.parse(query).iterate({
    enter: ({ node, type }) => {
      if (type.isError) parsed.faults.push(query.slice(Math.max(0, node.from - 20), node.to + 20));
      if (type.name === 'VectorSelector') parsed.selectors.push(selectorOf(node, query));
      if (type.name === 'FunctionCall') parsed.made.push(...labelMadeBy(node, query));
      if (type.name === 'GroupingLabels') parsed.groupedBy.push(...textsOf(node, 'LabelName', query));
    },
  });
  return parsed;
}

/** Returns "label" of `label_replace(v, "label", "replacement", "source", "regex")`: the fourth string from the end. */
function labelMadeBy(node: SyntaxNode, query: string): string[] {
  if (!query.slice(node.from, node.to).startsWith('label_replace')) return [];
  return textsOf(node, 'StringLiteral', query)
    .slice(-4, -3)
    .map((text) => text.slice(1, -1));
}

function selectorOf(node: SyntaxNode, query: string): Selector {
  const [metric = ''] = textsOf(node, 'Identifier', query);
  return { metric, labels: textsOf(node, 'LabelName', query) };
}

function textsOf(node: SyntaxNode, kind: string, query: string): string[] {
  const found: string[] = [];
  node.cursor().iterate((inner) => {
    if (inner.name === kind) found.push(query.slice(inner.from, inner.to));
  });
  return found;
}
