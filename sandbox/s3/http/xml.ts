const ESCAPES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };
const UNESCAPES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Escapes text of an element; control characters become references, as in S3. */
export function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- keys can contain control characters
  return text.replace(/[<>&"'\u0000-\u001f]/g, (char) => ESCAPES[char] ?? `&#x${char.charCodeAt(0).toString(16)};`);
}

/** @returns `<name>text</name>`, or '' when the text is undefined */
export function element(name: string, text: string | number | boolean | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeXml(String(text))}</${name}>`;
}

/** @returns an element with XML children */
export function parent(name: string, ...children: string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}

export function xmlDocument(root: string, ...children: string[]): string {
  const namespace = root === 'Error' ? '' : ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${namespace}>${children.join('')}</${root}>`;
}

/** A parsed element: name without prefix, text, children. */
export interface XmlNode {
  name: string;
  text: string;
  children: XmlNode[];
}

/**
 * Parses the small documents of S3 clients; skips attributes, comments and declarations. A doctype is malformed, so no
 * entity is expanded.
 * @returns null when the text is not well-formed
 */
export function parseXml(source: string): XmlNode | null {
  const top: XmlNode = { name: '', text: '', children: [] };
  const open: XmlNode[] = [top];
  const token = /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<(\/?)([\w.:-]+)(?:\s[^<>]*?)?(\/?)>|([^<]+)/y;
  let position = 0;
  while (position < source.length) {
    token.lastIndex = position;
    const match = token.exec(source);
    const current = open.at(-1);
    if (!match || !current) return null;
    position = token.lastIndex;
    const [, closing, tag, selfClosing, text] = match;
    if (text !== undefined) current.text += unescapeXml(text);
    if (tag === undefined) continue;
    const name = tag.slice(tag.indexOf(':') + 1);
    if (closing) {
      if (open.length === 1 || current.name !== name) return null;
      open.pop();
    } else {
      const node: XmlNode = { name, text: '', children: [] };
      current.children.push(node);
      if (!selfClosing) open.push(node);
    }
  }
  const [root, ...more] = top.children;
  return root && more.length === 0 && open.length === 1 && top.text.trim() === '' ? root : null;
}

export const childrenNamed = (node: XmlNode, name: string) => node.children.filter((child) => child.name === name);

export const childText = (node: XmlNode, name: string) => node.children.find((child) => child.name === name)?.text;

function unescapeXml(text: string): string {
  return text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name) return UNESCAPES[String(name)] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
