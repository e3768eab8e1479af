/** The agent's files: a list by folder, and the chosen one as text, in any of its versions. */

import { useState } from 'preact/hooks';
import type { AgentFileList } from '../../../../src/client/client.ts';
import { get, path } from '../../api.ts';
import { Markdown } from '../../parts/markdown.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { useLoaded } from '../../use-loaded.ts';
import type { FileText } from './research-types.ts';

/** `version` changes when the agent was at work. */
export function AgentFiles({ id, version }: { id: string; version: string }) {
  const [chosen, setChosen] = useState<string>();
  const { data, problem, reload } = useLoaded(`${id} ${version}`, (signal) =>
    get<AgentFileList>(path`/v1/agents/${id}/files`, { signal }),
  );
  const files = data?.files.toSorted((a, b) => a.path.localeCompare(b.path)) ?? [];
  const shown = chosen ?? files.find(({ path }) => /report/i.test(path))?.path ?? files[0]?.path;
  return (
    <>
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {data && files.length === 0 && <p class="quiet">No files yet. It writes what it finds into files.</p>}
      {files.length > 0 && (
        <div class="files card">
          <ul class="file-list" data-testid="files">
            {files.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  aria-current={file.path === shown ? 'true' : undefined}
                  onClick={() => setChosen(file.path)}
                >
                  {file.path}
                </button>
              </li>
            ))}
          </ul>
          {shown && <FileView key={`${shown} ${version}`} agent={id} name={shown} />}
        </div>
      )}
    </>
  );
}

function FileView({ agent, name }: { agent: string; name: string }) {
  const [version, setVersion] = useState<number>();
  // Slashes stay: the rest of the address is the file's path.
  const address = `${path`/v1/agents/${agent}/files/`}${name.split('/').map(encodeURIComponent).join('/')}`;
  const { data, problem, reload } = useLoaded(`${name} ${version ?? ''}`, (signal) =>
    get<FileText>(address, { query: { version }, signal }),
  );
  return (
    <div class="file" data-testid="file">
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {data && (
        <>
          <p class="row small quiet">
            <span>
              <When time={data.modified_at} precise /> · {data.bytes} bytes
            </span>
            {data.latest > 1 && (
              <label class="row">
                Version
                <select
                  value={data.version}
                  onChange={(event) => setVersion(Number(event.currentTarget.value))}
                  data-testid="file-version"
                >
                  {Array.from({ length: data.latest }, (_, index) => data.latest - index).map((number) => (
                    <option key={number} value={number}>
                      {number === data.latest ? `${number} (latest)` : number}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </p>
          {/\.md$/.test(name) ? <Markdown text={data.content} /> : <pre>{data.content}</pre>}
        </>
      )}
    </div>
  );
}
