/** The operand types that content operators distinguish. */
export const KIND = { number: 1, name: 2, string: 3, array: 4, dictionary: 5, other: 6 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

const BITS = 3;
/** Bit mask of the last ten operands; operators with a fixed number take at most six. */
const OPERAND_MASK = 2 ** (BITS * 10) - 1;

/** Operands before an operator: their number, and the kinds of the last ones, the latest in the lowest bits. */
export interface Operands {
  count: number;
  kinds: number;
}

export function addOperand(operands: Operands, kind: Kind): void {
  operands.count++;
  operands.kinds = ((operands.kinds << BITS) | kind) & OPERAND_MASK;
}

/**
 * Operands of each operator in ISO 32000-2, annex A: a number (`n`), a name (`/`), a string (`s`), an array (`a`), a
 * property list (`p`: a name or a dictionary); `*` when the number depends on the colour space.
 */
const OPERATORS = `b B b* B* BT BX EMC ET EX f F f* h n q Q s S T* W W*
n=g n=G n=i n=j n=J n=M n=Tc n=TL n=Tr n=Ts n=Tw n=Tz n=w nn=d0 nn=l nn=m nn=Td nn=TD nnn=rg nnn=RG nnnn=k nnnn=K
nnnn=re nnnn=v nnnn=y nnnnnn=c nnnnnn=cm nnnnnn=d1 nnnnnn=Tm /=BMC /=cs /=CS /=Do /=gs /=MP /=ri /=sh /p=BDC /p=DP
/n=Tf an=d a=TJ s=Tj s=' nns=" *=sc *=SC *=scn *=SCN`;

interface Operator {
  least: number;
  mask: number;
  /** Accepted kinds of the last operands, one number per variant. */
  accepted: number[];
}

const LETTERS: Record<string, Kind[]> = {
  n: [KIND.number],
  '/': [KIND.name],
  s: [KIND.string],
  a: [KIND.array],
  p: [KIND.name, KIND.dictionary],
};

function operatorWith(letters: string): Operator {
  if (letters === '*') return { least: 1, mask: 0, accepted: [0] };
  let accepted = [0];
  for (const letter of letters) {
    accepted = accepted.flatMap((kinds) => LETTERS[letter]!.map((kind) => (kinds << BITS) | kind));
  }
  return { least: letters.length, mask: 2 ** (BITS * letters.length) - 1, accepted };
}

const operators = new Map(
  OPERATORS.split(/\s+/).map((entry) => {
    const [, letters = '', name] = /^(?:(.+)=)?(.+)$/.exec(entry)!;
    return [name!, operatorWith(letters)];
  }),
);

/**
 * Whether all readers continue after this operator. Poppler stops a page at an operator with too few operands; MuPDF stops
 * it after a hundred unknown operators.
 */
export function isSound(name: string, { count, kinds }: Operands): boolean {
  const operator = operators.get(name);
  return operator !== undefined && count >= operator.least && operator.accepted.includes(kinds & operator.mask);
}

/** Operator names packed into a number, eight bits per character, because a page can have millions of operators. */
const names = new Map(
  [...operators.keys(), 'BI', 'ID', 'EI'].map((name) => [
    [...name].reduce((packed, char) => (packed << 8) | char.charCodeAt(0), 0),
    name,
  ]),
);

/** The operator with this packed name; undefined for an unknown one. */
export const nameOfOperator = (packed: number): string | undefined => names.get(packed);
