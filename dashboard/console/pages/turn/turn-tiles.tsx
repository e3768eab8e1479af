/** Where the time and the money of a turn went. */

import type { Turn, TurnTrace } from '../../../../src/client/client.ts';
import { costText, countText, durationText, plural } from '../../parts/amounts.ts';
import { hasEnded } from '../../parts/has-ended.ts';
import { Tile } from '../../parts/tile.tsx';
import { totalsOf } from './spans.ts';

export function TurnTiles({ turn, trace }: { turn: Turn; trace: TurnTrace }) {
  const totals = totalsOf(trace.spans);
  const { reply_ms, first_delta_ms } = turn.timings;
  const usesModel = totals.model_calls > 0;
  const outside = totals.tool_calls + totals.remote_calls;
  return (
    <dl class="figures" data-testid="tiles">
      <Tile
        label="Reply after"
        value={reply_ms === null ? '–' : durationText(reply_ms)}
        note={first_delta_ms === null ? noReply(turn) : `first words after ${durationText(first_delta_ms)}`}
      />
      <Tile
        label="In queues"
        value={durationText(totals.waited_ms)}
        note={`${plural(totals.jobs, 'job')}, waits added up`}
        testid="tile-queue"
      />
      <Tile
        label="In models"
        value={usesModel ? durationText(totals.model_ms) : 'none'}
        note={usesModel ? plural(totals.model_calls, 'call') : noModel(totals.rule_calls)}
        testid="tile-model"
      />
      <Tile
        label="In tools"
        value={durationText(totals.tool_ms + totals.remote_ms)}
        note={
          totals.remote_calls > 0
            ? `${plural(outside, 'call')}, ${countText(totals.remote_calls)} of them to remote agents`
            : plural(outside, 'call')
        }
        testid="tile-tools"
      />
      <Tile
        label="Tokens"
        value={countText(totals.input_tokens + totals.output_tokens)}
        note={usesModel && `${countText(totals.input_tokens)} in, ${countText(totals.output_tokens)} out`}
        testid="tile-tokens"
      />
      <Tile
        label="Cost"
        value={usesModel ? costText(totals.cost_usd) : '$0.00'}
        note={totals.cost_usd === null ? 'agents/models.yml has no price for a model' : undefined}
        testid="tile-cost"
      />
      <Tile
        label="Retries"
        value={countText(totals.retries)}
        note={totals.failures > 0 ? `${plural(totals.failures, 'part')} failed` : 'nothing failed'}
      />
    </dl>
  );
}

function noReply({ status, reply }: Turn): string | undefined {
  if (reply !== null) return undefined;
  return hasEnded({ status }) ? 'no reply' : 'no reply yet';
}

function noModel(ruleCalls: number): string {
  return ruleCalls > 0 ? `No model was used: ${plural(ruleCalls, 'answer')} by rules` : 'No model was used';
}
