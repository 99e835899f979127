export interface Box {
  width: number;
  height: number;
  /** True for a piece on the fold, which must touch the left edge. */
  pinned?: boolean;
}

export interface Position {
  x: number;
  y: number;
}

interface Step {
  x: number;
  width: number;
  y: number;
}

/**
 * Places boxes on a strip of this width (skyline algorithm): pinned boxes first, then the others, tall ones before short
 * ones, and each as near to the top as possible.
 * @returns the positions in the order of the boxes, and the height that they need
 */
export function packStrip(boxes: Box[], stripWidth: number, gap: number): { positions: Position[]; height: number } {
  const order = boxes.map((_, i) => i).sort((a, b) => rank(boxes[b]!) - rank(boxes[a]!) || a - b);
  const positions: Position[] = boxes.map(() => ({ x: 0, y: 0 }));
  let skyline: Step[] = [{ x: 0, width: Math.max(stripWidth, ...boxes.map((box) => box.width + gap)), y: 0 }];
  let height = 0;
  for (const i of order) {
    const box = boxes[i]!;
    const [w, h] = [box.width + gap, box.height + gap];
    const position = bestPosition(skyline, w, box.pinned ?? false);
    positions[i] = position;
    skyline = raise(skyline, position.x, w, position.y + h);
    height = Math.max(height, position.y + box.height);
  }
  return { positions, height };
}

const rank = (box: Box) => box.height + (box.pinned ? 1000 : 0);

function bestPosition(skyline: Step[], width: number, pinned: boolean): Position {
  const end = skyline.at(-1)!.x + skyline.at(-1)!.width;
  let best: Position | null = null;
  for (const { x } of pinned ? skyline.slice(0, 1) : skyline) {
    if (x + width > end + 0.001) continue;
    const y = Math.max(...skyline.filter((s) => s.x < x + width - 0.001 && s.x + s.width > x + 0.001).map((s) => s.y));
    if (!best || y < best.y - 0.001) best = { x, y };
  }
  return best ?? { x: 0, y: Math.max(...skyline.map((s) => s.y)) };
}

function raise(skyline: Step[], x: number, width: number, y: number): Step[] {
  const next: Step[] = [];
  for (const step of skyline) {
    const [from, to] = [step.x, step.x + step.width];
    if (to <= x || from >= x + width) {
      next.push(step);
      continue;
    }
    if (from < x) next.push({ x: from, width: x - from, y: step.y });
    if (to > x + width) next.push({ x: x + width, width: to - x - width, y: step.y });
  }
  next.push({ x, width, y });
  return next.sort((a, b) => a.x - b.x);
}
