// What a thread loads first when the fleet runs from its sources. A file that cannot be loaded fails every call: a thread that ended here
// would be started again and again, and its callers would wait.
import { workerData } from 'piscina';

const loaded = import(workerData.file).then(
  (file) => file.serve,
  (error) => () => {
    throw error;
  },
);
export const serve = async (call) => (await loaded)(call);
