// What a thread loads first when the fleet runs from its sources: Node 20 gives threads no loader for TypeScript.
import { workerData } from 'piscina';
import { register } from 'tsx/esm/api';

register();
export const { serve } = await import(workerData.file);
