import type { IPodDisruptionBudgetSpec } from 'kubernetes-models/policy/v1/PodDisruptionBudgetSpec';

type Selector = NonNullable<IPodDisruptionBudgetSpec['selector']>;

/** @returns whether a selector matches these labels; an empty selector matches all labels, a missing selector none */
export function selects(selector: Selector | undefined, labels: Record<string, string>): boolean {
  if (!selector) return false;
  const exact = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return exact && (selector.matchExpressions ?? []).every((rule) => matches(rule, labels[rule.key]));
}

function matches({ operator, values = [] }: { operator: string; values?: string[] }, value?: string): boolean {
  if (operator === 'In') return value !== undefined && values.includes(value);
  if (operator === 'NotIn') return value === undefined || !values.includes(value);
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  throw new Error(`Unknown selector operator ${operator}`);
}
