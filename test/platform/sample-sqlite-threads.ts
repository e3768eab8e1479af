/** Work for ended-threads-process.ts: one read after the other until the thread is ended, nearly all the time inside the driver; counts them. */
import { openDatabase } from '../../src/platform/sqlite.ts';
import { threadTasks } from '../../src/platform/threads.ts';

export const serve = threadTasks({
  async readForever({ file, reads }: { file: string; reads: Int32Array }) {
    const database = await openDatabase(file);
    for (;;) {
      await database.read((sql) => sql.all('SELECT count(*) FROM line a, line b WHERE a.text > b.text'));
      Atomics.add(reads, 0, 1);
    }
  },
});
