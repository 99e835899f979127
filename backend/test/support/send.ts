import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends raw bytes, for requests that client libraries refuse to send. @returns the first line of the response */
export async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(bytes);
  return (await text(socket)).split('\r\n')[0]!;
}
