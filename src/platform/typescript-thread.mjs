// What a thread loads first when the fleet runs from its sources: Node 20 gives threads no loader for TypeScript.
import { workerData } from 'piscina';
import { register } from 'tsx/esm/api';

register();
// A file that cannot be loaded fails every call: a thread that ended here would be started again and again, and its callers would wait.
const loaded = import(workerData.file).then(
  (file) => file.serve,
  (error) => () => {
    throw error;
  },
);
export const serve = async (call) => (await loaded)(call);
