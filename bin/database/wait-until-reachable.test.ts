import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { waitUntilReachable } from "./wait-until-reachable.ts";

/** Starts a server that refuses `refusals` connections with an error of PostgreSQL and accepts later ones. */
async function startServer(code: string, refusals: number) {
  let calls = 0;
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`);
  const message = (type: string, body: Buffer) => {
    const head = Buffer.from(`${type}\0\0\0\0`);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const letIn = Buffer.concat([
    message("R", Buffer.from([0, 0, 0, 0])),
    message("Z", Buffer.from("I")),
  ]);
  const done = Buffer.concat([
    message("C", Buffer.from("SELECT 1\0")),
    message("Z", Buffer.from("I")),
  ]);
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    calls += 1;
    if (calls <= refusals) return socket.once("data", () => socket.end(message("E", fields)));
    socket.once("data", () => {
      socket.write(letIn);
      socket.on("data", () => socket.write(done));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  const url = `postgresql://app:hush@127.0.0.1:${address.port}/wallet`;
  return { url, calls: () => calls, stop: () => server.close() };
}

test.each(["57P03", "08P01", "53300"])(
  "a database that refuses with %s is waited for, and the wait is reported",
  async (code) => {
    const server = await startServer(code, 2);
    const messages: string[] = [];
    await waitUntilReachable(server.url, { limitMs: 30_000, tell: (text) => messages.push(text) });
    expect(server.calls()).toBe(3);
    expect(messages).toEqual([
      expect.stringMatching(/^The database at 127.0.0.1:\d+ does not answer \(not now\)/),
    ]);
    expect(messages.join()).not.toContain("hush");
    server.stop();
  },
);

test("a database that stays unreachable ends the wait at its limit, with exit code 17", async () => {
  const away = "postgresql://app:hush@127.0.0.1:1/wallet";
  const startedMs = Date.now();
  const end = await waitUntilReachable(away, { limitMs: 700, tell: () => {} }).catch(
    (error) => error,
  );
  expect(end).toMatchObject({ kind: "database", exitCode: 17 });
  expect(end.message).toMatch(/ECONNREFUSED.*Waited \d+ s/);
  expect(Date.now() - startedMs).toBeLessThan(60_000);
});

test.each(["28P01", "3D000"])("a permanent error (%s) is not waited for", async (code) => {
  const server = await startServer(code, Number.POSITIVE_INFINITY);
  await waitUntilReachable(server.url, { limitMs: 30_000, tell: () => {} });
  expect(server.calls()).toBe(1);
  server.stop();
});
