/** What a probe has found out about the models of this process (probe.ts). Where it has not, the files and the settings are trusted. */

export type ModelState = 'ok' | 'missing' | 'loading' | 'away' | 'refused';

/** What is not given is not known. */
export type ModelFacts = {
  state: ModelState;
  /** Models that the server has instead of the one that is asked for. */
  listed?: readonly string[];
  tools?: boolean;
  /** Keeps to a JSON schema. */
  json?: boolean;
  /** Does what a short instruction says. */
  obeys?: boolean;
  /** Calls that the server answers at a time. */
  slots?: number | undefined;
  /** Tokens that a request and its answer may have together. */
  contextWindow?: number | undefined;
  /** Tokens a second. */
  reads?: number;
  writes?: number;
};

/** What an agent asks of its model. */
export type Needs = { needsTools: boolean; needsJson: boolean };

/** What is not known is trusted. A model that does not do what a short instruction says will not do what a long one says. */
export function isAble({ tools, json, obeys }: ModelFacts, { needsTools, needsJson }: Needs): boolean {
  return obeys !== false && (tools !== false || !needsTools) && (json !== false || !needsJson);
}

export type KnownModels = {
  /** `model` as the server calls it. */
  get(server: string, model: string): ModelFacts | undefined;
  set(server: string, model: string, facts: ModelFacts): void;
  slotsOf(server: string): number | undefined;
};

export function createKnownModels(): KnownModels {
  const servers = new Map<string, Map<string, ModelFacts>>();
  return {
    get: (server, model) => servers.get(server)?.get(model),
    set(server, model, facts) {
      servers.set(server, new Map(servers.get(server)).set(model, facts));
    },
    slotsOf: (server) => [...(servers.get(server)?.values() ?? [])].find(({ slots }) => slots)?.slots,
  };
}
