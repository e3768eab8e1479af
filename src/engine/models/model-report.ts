/** What operators are told of a model, in one sentence. */
import { isAble, type ModelFacts, type Needs } from './model-facts.ts';

/** An agent that asks the model; `rule`: its team has a rule for its work. */
export type ModelUser = { agent: string; model: string; rule: boolean } & Needs;

const MOST_NAMES = 4;

export function sentenceOf(model: string, server: string, facts: ModelFacts, agents: readonly ModelUser[]): string {
  const listed = facts.listed?.length ? named(facts.listed) : 'no other';
  switch (facts.state) {
    case 'away':
      return `${server} does not answer: ${model} is tried again`;
    case 'loading':
      return `${server} is still loading ${model}: it is tried again`;
    case 'refused':
      return `${server} refuses to say whether it has ${model}: check its key and its address`;
    case 'missing':
      return `${server} does not have ${model}: it lists ${listed}`;
    case 'ok':
      return `${facts.listed ? `${server} answers for ${model} with ${listed}, which` : model} ${ability(facts, agents)}`;
  }
}

function ability(facts: ModelFacts, agents: readonly ModelUser[]): string {
  const { tools, json, obeys, reads, writes, contextWindow } = facts;
  const lacks = [
    ...(tools === false ? ['call tools'] : []),
    ...(json === false ? ['keep to a JSON schema'] : []),
    ...(obeys === false ? ['follow a short instruction'] : []),
  ];
  const figures = [
    ...(reads && writes ? [`reads ${reads} and writes ${writes} tokens a second`] : []),
    ...(contextWindow ? [`has a context of ${contextWindow}`] : []),
  ];
  const rules = agents.filter((one) => one.rule && !isAble(facts, one));
  const toolless = agents.filter((one) => !one.rule && one.needsTools && tools === false);
  const modes = [
    ...(rules.length > 0
      ? [`${named(rules.map(({ agent }) => agent))} ${rules.length > 1 ? 'run' : 'runs'} on rules`]
      : []),
    ...(toolless.length > 0 ? [`${named(toolless.map(({ agent }) => agent))} without tools`] : []),
  ];
  const can = tools === true ? 'can call tools' : 'answers';
  const what = lacks.length > 0 ? `cannot ${lacks.join(' or ')}` : can;
  return [modes.length > 0 ? `${what}: ${modes.join(', ')}` : what, ...figures].join('; ');
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const rest = names.length - shown.length;
  const last = rest > 0 ? `${rest} more` : shown.length > 1 ? shown.pop() : undefined;
  return last ? `${shown.join(', ')} and ${last}` : shown.join(', ');
}
