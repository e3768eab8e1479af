/** The Lua of the flashcards: card and due time change together, and a review is counted with them. */
import { defineScript } from '../../../platform/lua.ts';
import { LAYOUT } from '../keys.ts';
import { KEPT_SECONDS, MOST_CARDS } from '../limits.ts';
import { COUNT_EVENT } from '../study/scripts.ts';

/** ARGV: tenant, user, then id, card and due time of each. Returns how many are new, known and too many. */
export const addCards = defineScript(
  'tutor_add_cards',
  LAYOUT,
  `
local cards, due = key_cards(ARGV[1], ARGV[2]), key_due(ARGV[1], ARGV[2])
local new, known, over = 0, 0, 0
for i = 3, #ARGV, 3 do
  if redis.call('HEXISTS', cards, ARGV[i]) == 1 then known = known + 1
  elseif redis.call('HLEN', cards) >= ${MOST_CARDS} then over = over + 1
  else
    redis.call('HSET', cards, ARGV[i], ARGV[i + 1])
    redis.call('ZADD', due, ARGV[i + 2], ARGV[i])
    new = new + 1
  end
end
redis.call('EXPIRE', cards, ${KEPT_SECONDS})
redis.call('EXPIRE', due, ${KEPT_SECONDS})
return { new, known, over }
`,
);

/** ARGV: tenant, user, card id, the card as it was read, as it becomes, its due time; id, event and oldest day of the review. */
export const reviewCard = defineScript(
  'tutor_review_card',
  LAYOUT,
  COUNT_EVENT,
  `
local tenant, user, id, before, after, at = unpack(ARGV, 1, 6)
local cards, due = key_cards(tenant, user), key_due(tenant, user)
if redis.call('HGET', cards, id) ~= before then return 0 end
redis.call('HSET', cards, id, after)
redis.call('ZADD', due, at, id)
redis.call('EXPIRE', cards, ${KEPT_SECONDS})
redis.call('EXPIRE', due, ${KEPT_SECONDS})
count_event(tenant, user, unpack(ARGV, 7, 9))
return 1
`,
);

/** ARGV: tenant, user, ids. */
export const removeCards = defineScript(
  'tutor_remove_cards',
  LAYOUT,
  `
local removed = 0
for i = 3, #ARGV do
  removed = removed + redis.call('HDEL', key_cards(ARGV[1], ARGV[2]), ARGV[i])
  redis.call('ZREM', key_due(ARGV[1], ARGV[2]), ARGV[i])
end
return removed
`,
);
