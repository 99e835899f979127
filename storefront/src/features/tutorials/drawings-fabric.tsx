import type { ReactNode } from 'react';

/** The drawings for the steps with a projector, fabric or a sewing machine. Lines with the class `mark` are highlighted. */
export const fabricDrawings: Record<string, ReactNode> = {
  'projector-hang': (
    <>
      <path d="M66 14h28v14H66zM80 8v6M74 28h12v6H74z" />
      <path d="M74 34 34 88M86 34l40 54" className="mark" strokeDasharray="4 4" />
      <path d="M20 88h120v6H20zM30 94v10M130 94v10" />
      <path d="M50 84h60" className="soft" />
    </>
  ),
  'projector-grid': (
    <>
      <path d="M28 18h104v74H28z" />
      <path d="M28 36.500h104M28 55h104M28 73.500h104M54 18v74M80 18v74M106 18v74" className="soft" />
      <path d="M54 36.500h26V55H54z" className="mark" />
      <path d="M54 100h26m-26-3v6m26-6v6" className="mark" />
    </>
  ),
  'projector-cut': (
    <>
      <path d="M16 30c30-6 60 6 128 0v64c-50 6-90-6-128 0z" />
      <path d="M50 82V54c6-2 10-8 10-14h26c0 6 4 12 10 14v28z" className="mark" />
      <g transform="translate(104 60) rotate(-28)">
        <circle cx="0" cy="0" r="9" />
        <circle cx="0" cy="0" r="2" />
        <path d="M8 4 30 12l-2 6L6 8" />
      </g>
    </>
  ),
  'seams-grain': (
    <>
      <path d="M20 12h120v88H20zM20 18h120M20 94h120" />
      <path d="M46 80c0-30 10-44 34-44s34 14 34 44z" />
      <path d="M58 62h44m-44 0 6-4m-6 4 6 4m38-4-6-4m6 4-6 4" className="mark" />
      <path d="M28 18v76M132 18v76" className="soft" strokeDasharray="1.500 3" />
    </>
  ),
  'seams-pin': (
    <>
      <path d="M24 30h112v56H24z" />
      <path d="M24 40h112" className="mark" strokeDasharray="6 4" />
      <path d="M48 26v30m32-30v30m32-30v30" />
      <circle cx="48" cy="24" r="3" className="mark" />
      <circle cx="80" cy="24" r="3" className="mark" />
      <circle cx="112" cy="24" r="3" className="mark" />
      <path d="M30 30v10" />
    </>
  ),
  'seams-sew': (
    <>
      <path d="M26 88h108M36 88V42c0-8 4-12 12-12h60c10 0 14 6 14 14v10h-18v-8H62v42" />
      <path d="M112 54v26M108 80h8" />
      <path d="M70 84h60" className="mark" strokeDasharray="6 4" />
      <circle cx="48" cy="44" r="5" />
      <path d="M58 30v-8" />
    </>
  ),
};
