import { deflateSync } from 'node:zlib';

/** Kept small because readers inflate a whole stream to read one object. An index must also fit into one byte. */
const OBJECTS_PER_STREAM = 200;

export interface ObjectStream {
  number: number;
  body: Buffer;
  members: number[];
}

/**
 * Packs objects into object streams (ISO 32000-1, 7.5.7).
 * @param objects number and PDF text of each object; none may be a stream
 */
export function packObjects(objects: [number: number, text: Buffer][], newNumber: () => number): ObjectStream[] {
  const streams: ObjectStream[] = [];
  for (let from = 0; from < objects.length; from += OBJECTS_PER_STREAM) {
    const group = objects.slice(from, from + OBJECTS_PER_STREAM);
    let at = 0;
    const index = group.map(([number, text]) => {
      const entry = `${number} ${at} `;
      at += text.length + 1;
      return entry;
    });
    const head = Buffer.from(index.join(''));
    const content = group.flatMap(([, text]) => [text, Buffer.from('\n')]);
    const packed = deflateSync(Buffer.concat([head, ...content]), { level: 9 });
    const entries = `/Type/ObjStm/N ${group.length}/First ${head.length}/Filter/FlateDecode/Length ${packed.length}`;
    streams.push({
      number: newNumber(),
      body: Buffer.concat([Buffer.from(`<<${entries}>>stream\n`), packed, Buffer.from('\nendstream')]),
      members: group.map(([number]) => number),
    });
  }
  return streams;
}
