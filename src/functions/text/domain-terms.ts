/** Words that are telling in a domain: there they count for more than elsewhere. Stems are compared. */
import { stemOf } from './words.ts';

const WORDS: Readonly<Record<string, string>> = {
  'ai-ml':
    'model training inference neural network embedding token transformer attention gradient loss dataset classifier regression prompt ' +
    'learning weight layer epoch benchmark label feature vector retrieval agent reward',
  systems:
    'memory cache thread process kernel lock queue latency throughput disk scheduler network protocol storage replication consistency ' +
    'transaction partition cluster log buffer concurrency recovery failure server',
  web:
    'request response browser http html css route session cookie api endpoint component server client page form header authentication ' +
    'javascript dom url render framework deployment',
  general: '',
};

export function domainStems(domain: string): ReadonlySet<string> {
  return new Set((WORDS[domain] ?? '').split(' ').filter(Boolean).map(stemOf));
}
