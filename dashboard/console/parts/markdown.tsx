/**
 * Markdown as elements, never as markup: raw HTML in it is shown as text, and a link opens only web, mail and phone addresses. So nothing
 * that a model, a file or a patient has written can run.
 */
import type { Nodes, Parents, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Shield } from './shield.tsx';

const SAFE_ADDRESS = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i;

/** Reading takes time that grows with the square of these, some tenths of a second here; people write a few of them. */
const TOO_NESTED = /^[ \t]*(?:(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])[ \t]*){50}/m;
const MOST_EMPHASIS_MARKS = 2_000;

/** A text that cannot be drawn as Markdown is shown as it is. */
export function Markdown({ text }: { text: string }) {
  const plain = <p class="markdown plain">{text}</p>;
  const isReadable = useMemo(
    () => !TOO_NESTED.test(text) && text.split(/[*_]/, MOST_EMPHASIS_MARKS).length < MOST_EMPHASIS_MARKS,
    [text],
  );
  if (!isReadable) return plain;
  return (
    <Shield of={text} instead={plain}>
      <Elements text={text} />
    </Shield>
  );
}

function Elements({ text }: { text: string }) {
  const root = useMemo(
    () => fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }),
    [text],
  );
  return <div class="markdown">{contents(root)}</div>;
}

function contents(node: Parents): ComponentChildren[] {
  return node.children.map((child, index) => <Part key={index} node={child} />);
}

function Part({ node }: { node: RootContent }) {
  switch (node.type) {
    case 'paragraph':
      return <p>{contents(node)}</p>;
    case 'heading': {
      // The page has its own first and second level.
      const Heading = `h${Math.min(node.depth + 2, 6)}` as 'h3';
      return <Heading>{contents(node)}</Heading>;
    }
    case 'strong':
      return <strong>{contents(node)}</strong>;
    case 'emphasis':
      return <em>{contents(node)}</em>;
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{contents(node)}</ol> : <ul>{contents(node)}</ul>;
    case 'listItem':
      return <li>{contents(node)}</li>;
    case 'blockquote':
      return <blockquote>{contents(node)}</blockquote>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'link':
      return SAFE_ADDRESS.test(node.url) ? (
        <a href={node.url} target={/^[/#]/.test(node.url) ? undefined : '_blank'} rel="noopener noreferrer">
          {contents(node)}
        </a>
      ) : (
        <span>{contents(node)}</span>
      );
    case 'table':
      return <TableOf node={node} />;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'image':
      return <span>{node.alt ?? node.url}</span>;
    default:
      return <>{plainText(node)}</>;
  }
}

function TableOf({ node }: { node: Table }) {
  const [head, ...rows] = node.children;
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              <th key={index} scope="col">
                {contents(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((cell, column) => (
                <td key={column}>{contents(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function plainText(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(plainText).join('') : '';
}
