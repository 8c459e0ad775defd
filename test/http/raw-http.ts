import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Sends exactly these bytes, then each of `parts`. Returns what the server sends until it closes the connection. */
export async function sendBytes(
  baseUrl: string,
  first: string | Buffer,
  ...parts: (() => Promise<string | Buffer>)[]
): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).setNoDelay();
  // A server that refuses early may close before everything is written.
  socket.on("error", () => undefined);
  const answer = text(socket).catch(() => "");
  await once(socket, "connect");
  socket.write(first);
  for (const part of parts) {
    const bytes = await part();
    if (socket.writable) socket.write(bytes);
  }
  return answer;
}

/** The head of a request with `Connection: close`. */
export function head(line: string, headers: Record<string, string> = {}): string {
  const all = { Host: "127.0.0.1", Connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`${line} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`;
}

/** Parses the responses of a connection: status, headers with names in lower case, and body. */
export function answersIn(bytes: string): {
  status: number;
  headers: Record<string, string>;
  body: string;
}[] {
  return bytes
    .split(/(?=^HTTP\/1\.1 \d{3} )/m)
    .filter((part) => part.startsWith("HTTP/"))
    .map((part) => {
      const end = part.indexOf("\r\n\r\n");
      const [status = "", ...lines] = part.slice(0, end).split("\r\n");
      const headers = lines.map((line): [string, string] => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      });
      return {
        status: Number(status.split(" ")[1]),
        headers: Object.fromEntries(headers),
        body: part.slice(end + 4),
      };
    });
}
