import { deflateSync } from 'node:zlib';

/**
 * Maximum number of objects in a stream. To read one object, a PDF reader inflates the whole stream, so a stream must be
 * small. The position of an object in its stream must also fit into one byte (see xref-rows).
 */
const OBJECTS_PER_STREAM = 200;

export interface ObjectStream {
  /** Object number of the stream. */
  number: number;
  body: Buffer;
  /** Numbers of the objects in the stream, in order. */
  members: number[];
}

/**
 * Packs objects into object streams (ISO 32000-1, 7.5.7).
 * @param objects the number and PDF text of each object; none may be a stream
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
