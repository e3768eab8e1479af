/** What throws while it is drawn is replaced; the parts beside it, and those that come after it, are drawn as before. */
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { ProblemBox } from './problem-box.tsx';

type Props = {
  children: ComponentChildren;
  /** Another value of it is drawn anew. */
  of?: unknown;
  /** What is shown after an error. */
  instead?: ComponentChildren;
};

export function Shield({ children, of, instead }: Props) {
  const [error, retry] = useErrorBoundary(reportError);
  useEffect(retry, [of]);
  if (error === undefined) return children;
  return instead ?? <ProblemBox problem={PROBLEM} onRetry={retry} />;
}

const PROBLEM = { title: 'This part cannot be shown', detail: 'The rest of the page is not affected.', status: 0 };
