import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { sleep } from "../../bootstrap/process-info.mjs";
import { type Findings, requireSame } from "../findings.ts";
import { askBalance } from "./ask-balance.ts";
import { CONNECTIONS } from "./configuration.ts";
import type { PeopledCell } from "./money.ts";

/** More than the router needs to pass the beginning of each request on. */
const PASSED_ON_MS = 2_000;
const ANSWERS = 20;

/** Opens a connection with a request whose body does not come. */
async function openRequest(apiUrl: string, apiKey: string): Promise<Socket> {
  const { hostname, port } = new URL(apiUrl);
  const socket = connect(Number(port), hostname);
  // The end of the rehearsal may cut it.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const head = [
    "POST /api/v1/partner/card/fund HTTP/1.1",
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${apiKey}`,
    "Content-Type: application/json",
    "Content-Length: 2",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return socket;
}

/** Checks that a cell that holds as many requests as it may is refused more of them, and that the other one is served. */
export async function checkConnectionLimit(
  [a, b]: readonly [PeopledCell, PeopledCell],
  apiUrl: string,
  { check }: Findings,
): Promise<void> {
  const text = `with ${CONNECTIONS.ofCell} unfinished requests \`a\` gets no more of them, and \`b\` is served`;
  await check(text, async () => {
    const sockets: Socket[] = [];
    try {
      for (let opened = 0; opened < CONNECTIONS.ofCell; opened++)
        sockets.push(await openRequest(apiUrl, a.partner.apiKey));
      await sleep(PASSED_ON_MS);
      const refused = await askBalance(apiUrl, a.partner.apiKey);
      requireSame("the answer to a", `${refused.status} ${refused.text}`, "503 This cell is busy.");
      for (let asked = 0; asked < ANSWERS; asked++)
        requireSame("the status of b", (await askBalance(apiUrl, b.partner.apiKey)).status, 200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    return `503 of the router, ${ANSWERS} answers of \`b\``;
  });
}
