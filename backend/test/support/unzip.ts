import { fromBuffer } from 'yauzl';

/** @returns the files of a ZIP archive by name */
export function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Buffer>>();
  const files = new Map<string, Buffer>();
  fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error);
    zip.on('error', reject).on('end', () => resolve(files));
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, (failure, stream) => {
        if (failure) return reject(failure);
        stream.toArray().then((chunks: Buffer[]) => {
          files.set(entry.fileName, Buffer.concat(chunks));
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
  return promise;
}
