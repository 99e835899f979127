import ts from 'typescript';
import { TABLE_OWNERS } from '../table-owners.js';

const TABLES = new Set(Object.values(TABLE_OWNERS).flat());

const NAME = '([a-z_]+|\\$\\{[^}]*\\})';
const WRITES = new RegExp(
  `\\b(?:insert into|delete from|merge into|truncate(?: table)?|lock table) ${NAME}|` +
    `\\bupdate (?!set\\b)${NAME}(?: (?:as )?[a-z]+)? set\\b`,
  'g',
);
const LOCKS = /\bfor (?:no key update|key share|update|share)\b(?: of ([a-z_]+))?/g;
const SOURCES = new RegExp(
  `\\b(?:from|join) ${NAME}(?![a-z_]| ?\\()(?: (?:as )?(?!where\\b|join\\b|on\\b|order\\b|limit\\b|for\\b)([a-z_]+))?`,
  'g',
);

/**
 * Parses the SQL statements in a TypeScript source. In `delete from ${table}` the table is unknown: every string of the file
 * that is a table name then counts as written.
 * @returns the tables that are written or locked; `?` for a lock of an unknown table
 */
export function writtenTables(source: string): string[] {
  const texts = literalsOf(source);
  const written = texts.flatMap((text) => [...findWrites(text), ...findLocks(text)]);
  const variables = written.filter((table) => table.startsWith('$'));
  const possibleTables = variables.length > 0 ? texts.filter((text) => TABLES.has(text)) : [];
  const tables = written.filter((table) => !table.startsWith('$'));
  return [...new Set([...tables, ...(possibleTables.length > 0 ? possibleTables : variables)])].sort();
}

/** @returns all strings and templates of a file, each on one line, with the constants of the file inserted */
function literalsOf(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  const constants = new Map<string, string>();
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText(file).slice(1, -1).replace(/\s+/g, ' ');
      texts.push(text);
      const parent = declarations.at(-1);
      if (parent) constants.set(`\${${parent}}`, text);
    }
    const declares = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name);
    if (declares) declarations.push((node.name as ts.Identifier).text);
    ts.forEachChild(node, visit);
    if (declares) declarations.pop();
  };
  const declarations: string[] = [];
  visit(file);
  const fill = (text: string): string => text.replace(/\$\{\w+\}/g, (name) => constants.get(name) ?? name);
  return texts.map((text) => fill(fill(text)));
}

function findWrites(text: string): string[] {
  return [...text.matchAll(WRITES)].map(([, target, updated]) => (target ?? updated)!);
}

function findLocks(text: string): string[] {
  return [...text.matchAll(LOCKS)].flatMap(({ index, 1: alias }) => {
    const level = textAfterOpenParenthesis(text.slice(0, index));
    if (!/\bselect\b/.test(level)) return [];
    const sources = [...level.matchAll(SOURCES)].filter(([, table]) => !text.includes(`${table} as (`));
    const found = sources.filter(([, table, sourceAlias]) => !alias || alias === table || alias === sourceAlias);
    return found.length > 0 ? found.map(([, table]) => table!) : ['?'];
  });
}

/** @returns the text after the last unclosed `(`, without the contents of closed parentheses: `a (b (c) d` gives `b  d` */
function textAfterOpenParenthesis(text: string): string {
  let level = '';
  for (let depth = 0, index = text.length - 1; index >= 0; index -= 1) {
    if (text[index] === ')') depth += 1;
    else if (text[index] === '(' && depth === 0) return level;
    else if (text[index] === '(') depth -= 1;
    else if (depth === 0) level = text[index] + level;
  }
  return level;
}
