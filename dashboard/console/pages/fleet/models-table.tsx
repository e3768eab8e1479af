/** What models were asked today and what that cost, and whether models and remote agents answer. */
import { costText, countText, plural } from '../../parts/amounts.ts';
import { Badge } from '../../parts/badge.tsx';
import type { CircuitState, Fleet, Model } from './fleet-types.ts';

const OFFLINE = 'offline';

const MODEL_STATES: Record<CircuitState, string> = {
  closed: 'answers',
  open: 'fails',
  half_open: 'not asked since it failed',
};

const REMOTE_STATES: Record<CircuitState, string> = {
  closed: 'answers',
  open: 'gets no calls',
  half_open: 'tried again',
};

export function ModelsTable({ fleet }: { fleet: Fleet }) {
  const { remotes, model_provider } = fleet;
  // Rules that answer without a model are counted like one.
  const models = fleet.models.filter(({ provider }) => provider !== OFFLINE);
  const rules = fleet.models.filter(({ provider }) => provider === OFFLINE).reduce((sum, { calls }) => sum + calls, 0);
  return (
    <>
      {fleet.model_report?.map((sentence) => (
        <p class="small" data-testid="model-report" key={sentence}>
          {sentence}
        </p>
      ))}
      {models.length === 0 ? (
        <p data-testid="no-models">
          {model_provider === OFFLINE
            ? 'No model is connected: rules answer, and nothing is spent.'
            : 'No model was asked today.'}{' '}
          {rules > 0 && <span class="quiet">{plural(rules, 'answer')} by rules today.</span>}
        </p>
      ) : (
        <>
          <p data-testid="spend">
            <strong class="spend">{costText(knownCost(models))}</strong> today{unknownText(models)}
            <span class="quiet small"> since midnight UTC</span>
          </p>
          <div class="table-frame">
            <table class="cards-when-narrow" data-testid="models">
              <thead>
                <tr>
                  <th scope="col">Model</th>
                  <th scope="col">Server</th>
                  <th scope="col">State</th>
                  <th scope="col" class="number">
                    Calls
                  </th>
                  <th scope="col" class="number">
                    Tokens in
                  </th>
                  <th scope="col" class="number">
                    Tokens out
                  </th>
                  <th scope="col" class="number">
                    Cost
                  </th>
                </tr>
              </thead>
              <tbody>
                {models.map((model) => (
                  <ModelRow key={`${model.provider} ${model.name}`} model={model} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {remotes.length > 0 && (
        <ul class="remotes" aria-label="Remote agents" data-testid="remotes">
          {remotes.map(({ name, state }) => (
            <li key={name}>
              <span class="quiet">Remote agent</span> {name} <Badge state={state} label={REMOTE_STATES[state]} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ModelRow({ model }: { model: Model }) {
  const { name, provider, state, calls, input_tokens, output_tokens, cost_usd } = model;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="Server">{provider}</td>
      <td data-label="State">
        <Badge state={state} label={MODEL_STATES[state]} />
      </td>
      <td class="number" data-label="Calls">
        {countText(calls)}
      </td>
      <td class="number" data-label="Tokens in">
        {countText(input_tokens)}
      </td>
      <td class="number" data-label="Tokens out">
        {countText(output_tokens)}
      </td>
      <td class="number" data-label="Cost">
        <span class={cost_usd === null ? 'quiet' : undefined}>{costText(cost_usd)}</span>
      </td>
    </tr>
  );
}

function knownCost(models: readonly Model[]): number {
  return models.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
}

function unknownText(models: readonly Model[]): string {
  const unknown = models.filter(({ cost_usd, calls }) => cost_usd === null && calls > 0).length;
  return unknown === 0 ? '' : `, and ${plural(unknown, 'model')} whose price agents/models.yml does not know`;
}
