/**
 * An agent's own files. This is the port: what a tool or the API may ask of a workspace, wherever it is stored (a folder, or S3-compatible
 * storage). Nothing is ever overwritten, and only `erase` deletes: a write makes a new version, and the history says who made it and when.
 */

/** Whose workspace: a person's, kept by the agent that talks to them, or a research agent's own. */
export type Owner = `user:${string}` | `agent:${string}`;

export type WriteOptions = {
  /** Who writes, such as "ResearchAgent in turn 0199…". Kept with the version. */
  by: string;
  /** The same key a second time has no second effect and gives the same answer: a replay after a crash. */
  key?: string;
};

/** `path` is the file's own spelling: "Notes/A.md" may turn out to be notes/a.md. */
export type Written = { path: string; version: number };

export type FileVersion = { version: number; bytes: number; by: string; modified_at: string };

export type FileEntry = { path: string; bytes: number; version: number; modified_at: string };

export type FileContent = FileVersion & {
  path: string;
  content: string;
  /** The newest version there is; more than `version` where an older one was asked for. */
  latest: number;
};

export type Listing = { folders: string[]; files: FileEntry[] };

export type Match = { path: string; line: number; excerpt: string };

export type SearchResult = {
  matches: Match[];
  /** False if there are more matches, or more files than one search looks through. */
  complete: boolean;
};

export interface Workspace {
  write(path: string, content: string, options: WriteOptions): Promise<Written>;
  /** Makes the file if there is none. What is appended begins on a line of its own. */
  append(path: string, content: string, options: WriteOptions): Promise<Written>;
  read(path: string, version?: number): Promise<FileContent>;
  /** Everything below a folder, by name; the whole workspace without one. */
  list(folder?: string): Promise<Listing>;
  /** Lines that hold all words of the query, in the current versions; files changed last come first. */
  search(query: string): Promise<SearchResult>;
  /** Oldest first. */
  versions(path: string): Promise<FileVersion[]>;
}

export interface WorkspaceStore {
  open(tenant: string, owner: Owner): Workspace;
  /** Removes a workspace with every version and its history. Safe to repeat. */
  erase(tenant: string, owner: Owner): Promise<{ files: number }>;
  /** Fails where the storage cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Listed also in an empty workspace, so that an agent knows where things belong. */
const FOLDERS = {
  user: ['conversation_history', 'research_index', 'sessions', 'user_profile'],
  agent: ['correspondence', 'evidence', 'notes', 'reports', 'tracking'],
} as const;

export function foldersOf(owner: Owner): readonly string[] {
  return owner.startsWith('user:') ? FOLDERS.user : FOLDERS.agent;
}

export type Quotas = {
  /** Of one version of one file. */
  fileBytes: number;
  /** Of all versions of all files together: that is what is stored. */
  totalBytes: number;
  files: number;
};

/** 1 MB holds the text of a book, and 256 MB hold years of weekly reports; 20,000 files can still be listed quickly. */
export const QUOTAS: Quotas = { fileBytes: 1_048_576, totalBytes: 268_435_456, files: 20_000 };
