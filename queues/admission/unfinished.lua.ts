/**
 * What a team still has to do for a task that has ended, noted by the script that ends it, so that no crash in between can lose it. It
 * stands in the task's own hash (`left`), and the task's id in a set, by the time of the next try.
 */
export const UNFINISHED = `
local function leave_unfinished(id, left, due)
  if left == '' then return end
  redis.call('HSET', key_task(id), 'left', left)
  redis.call('ZADD', key_unfinished(), due, id)
end
`;
