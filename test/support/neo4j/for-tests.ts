/** The Neo4j that a test file may use: the one that NEO4J_URI names, else the run's own, else the reason why there is none. */
import neo4j from 'neo4j-driver';
import { askForServer, type Neo4jForTests } from './server-address.ts';

export async function neo4jForTests(): Promise<Neo4jForTests | { skipped: string }> {
  const { NEO4J_URI: uri, NEO4J_USER: user = 'neo4j', NEO4J_PASSWORD: password = '' } = process.env;
  if (uri) return { uri, user, password, version: await versionOf(uri, user, password) };
  const answer = (await askForServer()) ?? { failed: 'Neo4j is only available in a test run' };
  // A server that is installed but does not start is an error, not a reason to skip.
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
}

async function versionOf(uri: string, user: string, password: string): Promise<string> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password));
  try {
    return (await driver.getServerInfo()).agent?.split('/')[1] ?? 'unknown';
  } finally {
    await driver.close();
  }
}
