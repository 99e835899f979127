const NAME = String.raw`(?:it|test|describe|fit|xit|xtest|fdescribe|xdescribe)`;
const RUNS = /^(it|test|describe)(\.each)?$/;

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

interface Opening {
  at: number;
  indent: number;
  /** `it.each`, `describe.skip`. */
  call: string;
}

/** Where tests and groups begin; the formatter sees to it that what is inside stands further to the right. */
function openings(text: string): Opening[] {
  const found = text.matchAll(new RegExp(String.raw`^( *)(${NAME}(?:\.\w+)*)[(<]`, 'gm'));
  return [...found].map(({ index, 1: indent, 2: call }) => ({ at: index, indent: indent!.length, call: call! }));
}

/** Whether a test of this title is run: an `it` in a `describe`, and neither of them is left out. */
export function runsTest(text: string, title: string): boolean {
  const all = openings(text);
  return [...text.matchAll(new RegExp(`[(\\s]'${literally(title)}',`, 'g'))].some(({ index }) => {
    const before = all.filter(({ at }) => at <= index).toReversed();
    const [own] = before;
    if (!own || own.call.startsWith('describe') || !titleOf(text, own, index)) return false;
    let { indent } = own;
    const groups = before.filter((one) => {
      if (one.indent >= indent) return false;
      ({ indent } = one);
      return true;
    });
    return groups.length > 0 && indent === 0 && [own, ...groups].every(({ call }) => RUNS.test(call));
  });
}

/** Nothing but the table of `it.each` stands between the beginning of a test and its title. */
function titleOf(text: string, { at, call }: Opening, index: number): boolean {
  const between = text.slice(at, index + 1).trim();
  return call.endsWith('.each') ? between.replace(/\(\s+$/, '(').endsWith(')(') : between === `${call}(`;
}

/** Whether a test compares something with this sentence: in an `expect`, in a table of `it.each`, or by a name that is in one. */
export function expectsText(text: string, sentence: string): boolean {
  const named = new RegExp(String.raw`^ *const (\w+) =\s+(['"])${literally(sentence)}\2;`, 'gm');
  const names = [...text.matchAll(named)].map(([, name]) => name!);
  return [literally(sentence), ...names.map((name) => String.raw`(?<!const )\b${name}\b`)].some((part) =>
    [...text.matchAll(new RegExp(part, 'g'))].some(({ index }) => isExpected(text, index) || isInTable(text, index)),
  );
}

/** From the end of the statement before. */
function isExpected(text: string, index: number): boolean {
  const statement = text
    .slice(0, index)
    .split(/;\n|\{\n(?= *(?:const|expect|await|for) )/)
    .at(-1)!;
  return /\bexpect\(/.test(statement);
}

function isInTable(text: string, index: number): boolean {
  const tables = openings(text).filter(({ at, call }) => at < index && /^(it|test|describe)\.each$/.test(call));
  const table = tables.at(-1);
  return table !== undefined && !/^ *\]\)\(/m.test(text.slice(table.at, index));
}

/**
 * Whether a text asks for a route: with anything for its parameters, or by a beginning of two segments and more that is
 * completed from `${…}`, and what completes it.
 */
export function namesRoute(text: string, route: string): boolean {
  const segments = route.replace(/^[A-Z]+ \//, '').split('/');
  const end = String.raw`(?=['"\x60?\s])`;
  if (new RegExp(`/${segments.map(anything).join('/')}(${end}|\\$\\{)`).test(text)) return true;
  return segments.some((_, count) => {
    if (count < 2) return false;
    const beginning = new RegExp(`/${segments.slice(0, count).map(anything).join('/')}/?\\$\\{`);
    const rest = segments.slice(count).map(anything).join('/');
    return (
      beginning.test(text) && new RegExp(`${rest.startsWith('(') ? QUOTED_SLASH : `['"\x60/]`}${rest}${end}`).test(text)
    );
  });
}

const QUOTED_SLASH = `['"\x60]/`;
const anything = (segment: string) =>
  segment.startsWith('{') ? String.raw`(?:\$\{[^}]*\}|[^/'"\x60\s$]+)` : literally(segment);
