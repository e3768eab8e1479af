/** What the tests of the research page share: its agents, mails that wait for a decision, and a page of it in a browser. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openFleet } from '../../../queues/open-fleet.ts';
import { createResearchDesk, type FleetResearchDesk } from '../../../src/teams/research/fleet-desk.ts';
import type { Fleet } from '../../support/fleet.ts';
import { openPage } from '../browser.ts';

/** A schedule that is being typed may mean nothing yet: the browser notes the answer itself, the page shows it. */
const UNREADABLE = /status of 422/;

/** The page of a user; at the end of the test it must have had no complaint. */
export async function openResearchPage(
  browser: Browser,
  fleet: Fleet,
  path: string,
  owner: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page, complaints } = await openPage(browser, options);
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints.filter((text) => !UNREADABLE.test(text))).toEqual([]);
  });
  await page.addInitScript(`sessionStorage.setItem('patient_id', ${JSON.stringify(owner)})`);
  await page.goto(`${fleet.url}/dashboard${path}`);
  return page;
}

/** The desk that agents ask; it writes a mail as an agent would. */
export function openDesk({ base }: Fleet): FleetResearchDesk {
  const redis = base.redis.connect('worker');
  const { fleet } = openFleet(base, redis, { maxOpenTasks: 100 });
  const { keys, workspaces, config: settings } = base;
  return createResearchDesk({ redis, tag: keys.tag, fleet, workspaces, settings });
}

export async function makeAgent({ call }: Fleet, user_id: string, name: string): Promise<string> {
  const { body } = await call('POST', '/v1/agents', {
    user_id,
    session_id: `${user_id}-research`,
    name,
    description: `About ${name}`,
    message: 'Find trials of metformin and report what they found.',
  });
  return String(body.id);
}
