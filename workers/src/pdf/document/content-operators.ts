/** The kinds of operands that the operators of page content distinguish, each with its number in `Operands.kinds`. */
export const KIND = { number: 1, name: 2, string: 3, array: 4, dictionary: 5, other: 6 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

const BITS_PER_KIND = 3;
/** Bit mask that keeps the kinds of the last ten operands. An operator with a fixed number of operands takes at most six. */
const OPERAND_MASK = 2 ** (BITS_PER_KIND * 10) - 1;

/** The operands before an operator. */
export interface Operands {
  count: number;
  /** The kinds of the last ten operands, three bits each. The lowest bits belong to the last operand. */
  kinds: number;
}

export function addOperand(operands: Operands, kind: Kind): void {
  operands.count++;
  operands.kinds = ((operands.kinds << BITS_PER_KIND) | kind) & OPERAND_MASK;
}

/**
 * The operators of ISO 32000-2, annex A, each with its operands before `=`: a number (`n`), a name (`/`), a string (`s`), an
 * array (`a`), or a property list (`p`, a name or a dictionary); `*` when the number of operands depends on the colour
 * space.
 */
const OPERATORS = `b B b* B* BT BX EMC ET EX f F f* h n q Q s S T* W W*
n=g n=G n=i n=j n=J n=M n=Tc n=TL n=Tr n=Ts n=Tw n=Tz n=w nn=d0 nn=l nn=m nn=Td nn=TD nnn=rg nnn=RG nnnn=k nnnn=K
nnnn=re nnnn=v nnnn=y nnnnnn=c nnnnnn=cm nnnnnn=d1 nnnnnn=Tm /=BMC /=cs /=CS /=Do /=gs /=MP /=ri /=sh /p=BDC /p=DP
/n=Tf an=d a=TJ s=Tj s=' nns=" *=sc *=SC *=scn *=SCN`;

interface Operator {
  minOperands: number;
  mask: number;
  /** The accepted combinations of operand kinds, each packed into a number. */
  accepted: number[];
}

const OPERAND_KINDS: Record<string, Kind[]> = {
  n: [KIND.number],
  '/': [KIND.name],
  s: [KIND.string],
  a: [KIND.array],
  p: [KIND.name, KIND.dictionary],
};

function parseOperator(letters: string): Operator {
  if (letters === '*') return { minOperands: 1, mask: 0, accepted: [0] };
  let accepted = [0];
  for (const letter of letters) {
    accepted = accepted.flatMap((kinds) => OPERAND_KINDS[letter]!.map((kind) => (kinds << BITS_PER_KIND) | kind));
  }
  return { minOperands: letters.length, mask: 2 ** (BITS_PER_KIND * letters.length) - 1, accepted };
}

const operators = new Map(
  OPERATORS.split(/\s+/).map((entry) => {
    const [, letters = '', name] = /^(?:(.+)=)?(.+)$/.exec(entry)!;
    return [name!, parseOperator(letters)];
  }),
);

/**
 * Whether an operator is known and has correct operands. Otherwise a PDF reader can stop drawing the page: Poppler stops at
 * an operator with too few operands, and MuPDF after a hundred unknown operators.
 */
export function isSupported(name: string, { count, kinds }: Operands): boolean {
  const operator = operators.get(name);
  return operator !== undefined && count >= operator.minOperands && operator.accepted.includes(kinds & operator.mask);
}

/**
 * Operator names by their packed value, a number with eight bits per character. A page can have millions of operators, and
 * numbers need less time and memory than texts.
 */
const namesByPackedValue = new Map(
  [...operators.keys(), 'BI', 'ID', 'EI'].map((name) => [
    [...name].reduce((packed, char) => (packed << 8) | char.charCodeAt(0), 0),
    name,
  ]),
);

/** @returns the name of an operator from its packed value; undefined for an unknown operator */
export const operatorName = (packed: number): string | undefined => namesByPackedValue.get(packed);
