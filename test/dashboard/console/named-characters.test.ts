/** Named characters in texts of models and strangers, on every page that draws them: shown as what they mean, and nothing beside them is lost. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { startScriptedHealth } from '../../support/scripted-health.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { ended, visit } from './conversation-steps.ts';
import { openResearchPage } from './research-steps.ts';

const NAMES = `quot amp lt gt nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
  micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
  Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
  agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc
  otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml fnof Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa
  Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu
  nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv bull hellip prime Prime oline frasl weierp image
  real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod sum minus
  lowast radic prop infin ang and or cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot`;
const ENTITIES = NAMES.trim()
  .split(/\s+/)
  .map((name) => `&${name};`);
/** p < 0.05, with what comes after all the others. */
const TEXT = `Trials of metformin: p &lt; 0.05, AT&amp;T, a&nbsp;b, &#8203;&#x41;. ${ENTITIES.join(' ')} The last word.`;
const TITLE = 'Metformin &amp; trials: p &lt; 0.05 &#8203;&nbsp;&eacute;';
const SHOWN = 'p < 0.05, AT&T';

let browser: Browser;
let fleet: Fleet;
beforeAll(async () => {
  [browser, fleet] = await Promise.all([launchBrowser(), startFleet({ dashboard: true })]);
  const document = { scope: 'general', type: 'text', title: TITLE, text: TEXT };
  expect((await fleet.call('POST', '/v1/library', document)).status).toBe(201);
});
afterAll(async () => {
  await browser.close();
  await fleet.close();
});

test('there are two hundred', () => expect(ENTITIES.length).toBeGreaterThanOrEqual(200));

test('in replies', async () => {
  const model = await startScriptedHealth({ HealthConsultantAgent: () => ({ text: TEXT }) });
  const told = await startFleet({ dashboard: true, env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
  const { page, complaints } = await openPage(browser);
  for (const text of [`What does this mean? ${TEXT}`, 'And this?'])
    await told.say(text, { patient_id: 'nina', session_id: 'nina-1' });
  await visit(page, told.url, 'nina');
  await page.locator('[data-session="nina-1"]').click();
  for (const index of [0, 1]) await ended(page, index);
  for (const reply of await page.getByTestId('reply').allTextContents()) {
    expect(reply).toContain(SHOWN);
    expect(reply).toContain('∀ ∂ ∃');
    expect(reply).toContain('The last word.');
  }
  // What a person writes is shown as they wrote it.
  expect(await page.getByTestId('said').first().textContent()).toContain('p &lt; 0.05');
  expect(complaints).toEqual([]);
  await page.context().close();
  await told.close();
  await model.close();
});

test("in reports, in agents' pages and files, in the inbox, in titles of the library, in the inspector", async () => {
  const owner = 'wren';
  const wish = { user_id: owner, session_id: owner, name: TITLE, description: TITLE };
  const message = 'Find trials of metformin and report what they found.';
  const { status, body: agent } = await fleet.call('POST', '/v1/agents', { ...wish, message });
  expect(status).toBe(201);
  const page = await openResearchPage(browser, fleet, `/research/agents/${agent.id}`, owner);
  const at = (id: string) => page.getByTestId(id);
  await page.getByRole('heading', { level: 1 }).getByText('Metformin').waitFor();
  await at('reports').getByText('p < 0.05').first().waitFor();
  for (const file of await at('files').getByRole('button').all()) await file.click();
  await page.goto(`${fleet.url}/dashboard/research`);
  await at('agent-card').getByRole('link').first().waitFor();
  const turns = (await fleet.call('GET', `/v1/turns?session_id=${owner}`)).body.turns as { turn_id: string }[];
  const spoken = await fleet.say(TEXT, { patient_id: owner, session_id: owner, team: 'research' });
  for (const { turn_id } of [...turns, spoken]) {
    await page.goto(`${fleet.url}/dashboard/turns/${turn_id}`);
    await at('turn-text').waitFor();
  }
  await page.goto(`${fleet.url}/dashboard/sessions/${owner}`);
  await at('reply').first().waitFor();
});
