import { createSocket } from "node:dgram";
import { once } from "node:events";

type Kind = "A" | "AAAA";

/** The result for a name: addresses, no response at all, or an error. */
export type Records = readonly string[] | "silent" | "failure" | "unknown";

export interface NameServer {
  /** `127.0.0.1:<port>`, as `setServers` takes it. */
  address: string;
  /** The received queries, such as `A hooks.example.com`. */
  asked: string[];
  /** Returns the result of a query; `ask` is 0 for the first query with this name and kind. */
  records: (name: string, kind: Kind, ask: number) => Records | Promise<Records>;
  close(): Promise<void>;
}

const KINDS: Record<number, Kind> = { 1: "A", 28: "AAAA" };
const FAILURE_CODES = { failure: 2, unknown: 3 };
const HEADER_BYTES = 12;

function ipv6Bytes(ip: string): Buffer {
  const [head = [], tail = []] = ip.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]));
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const kind = KINDS[message.readUInt16BE(at + 1)];
  return { name: labels.join("."), kind, bytes: message.subarray(HEADER_BYTES, at + 5) };
}

function answerOf(message: Buffer, records: readonly string[], code: number): Buffer {
  const { bytes } = readQuestion(message);
  const header = Buffer.alloc(HEADER_BYTES);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const answers = records.map((ip) => {
    const address = ip.includes(":") ? ipv6Bytes(ip) : Buffer.from(ip.split(".").map(Number));
    const start = Buffer.from([0xc0, 12, 0, address.length === 16 ? 28 : 1, 0, 1, 0, 0, 0, 0, 0]);
    return Buffer.concat([start, Buffer.of(address.length), address]);
  });
  return Buffer.concat([header, bytes, ...answers]);
}

/** Starts a local name server whose results the test determines, query by query. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asks = new Map<string, number>();
  const server: NameServer = {
    address: "",
    asked: [],
    records: () => "unknown",
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
  socket.on("message", async (message, from) => {
    const { name, kind } = readQuestion(message);
    if (!kind) return;
    const question = `${kind} ${name}`;
    const ask = asks.get(question) ?? 0;
    asks.set(question, ask + 1);
    server.asked.push(question);
    const records = await server.records(name, kind, ask);
    if (records === "silent") return;
    const reply =
      typeof records === "string"
        ? answerOf(message, [], FAILURE_CODES[records])
        : answerOf(message, records, 0);
    socket.send(reply, from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
