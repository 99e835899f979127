import type { Condition, LegalTemplate, Line } from './legal-texts.js';

type Facts = Record<string, string | null>;

export interface FilledText {
  title: string;
  lead: string;
  sections: { id: string; title: string; text: string[]; form?: string[] }[];
}

/**
 * Inserts the facts into a text, and leaves out the lines and sections whose condition is not met.
 * @throws {Error} when the text names an unknown fact, or a fact that is null
 */
export function fillTemplate({ title, lead, sections }: LegalTemplate, facts: Facts): FilledText {
  const fillLines = (lines: Line[]) => lines.flatMap((line) => fillLine(line, facts));
  return {
    title,
    lead,
    sections: sections
      .filter((section) => isMet(section, facts))
      .map(({ id, title: heading, text, form }) => ({
        id,
        title: heading,
        text: fillLines(text),
        ...(form && { form: fillLines(form) }),
      })),
  };
}

function fillLine(line: Line, facts: Facts): string[] {
  if (typeof line === 'string') return [insert(line, facts)];
  if (!isMet(line, facts)) return [];
  if (!line.each) return [insert(line.text, facts)];
  const items = (read(line.each, facts) ?? '').split(';').map((item) => item.trim());
  return items.filter(Boolean).map((item) => insert(line.text, { item }));
}

function isMet({ when, is, unless }: Condition, facts: Facts): boolean {
  if (unless !== undefined && read(unless, facts) !== null) return false;
  if (when === undefined) return true;
  const value = read(when, facts);
  return is === undefined ? value !== null : value === is;
}

const insert = (text: string, facts: Facts) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = read(name, facts);
    if (value === null) throw new Error(`There is no value for {{${name}}} in "${text}"`);
    return value;
  });

function read(name: string, facts: Facts): string | null {
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (value === undefined) throw new Error(`The legal texts name an unknown fact: ${name}`);
  return value;
}
