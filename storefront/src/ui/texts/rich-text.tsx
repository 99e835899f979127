import { Fragment, type ReactNode } from 'react';
import { LocalLink } from '../../lib/language-path';

/** Renders a text with links, written `[text](/path)`. */
export function RichText({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    parts.push(text.slice(end, found.index), toNode(found[1]!, found[2]!));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never move
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

function toNode(label: string, target: string): ReactNode {
  if (target.startsWith('/')) return <LocalLink to={target}>{label}</LocalLink>;
  if (/^(#|mailto:)/.test(target)) return <a href={target}>{label}</a>;
  return (
    <a href={target} rel="noopener noreferrer">
      {label}
    </a>
  );
}
