import "@/test/database";
import net from "node:net";
import { afterAll, expect, test } from "vitest";
import { startDatabaseProxy } from "@/test/database/silent-database";
import { eventually } from "@/test/eventually";
import { endTests } from "@/test/fixtures/make";
import { inSnapshot } from "./snapshot";

afterAll(endTests);

test("a snapshot of a database that disappears without a word fails, and its connection is closed", async () => {
  const proxy = await startDatabaseProxy();
  proxy.fallSilentAt("silent_table");
  const read = inSnapshot(undefined, (client) => client.query("SELECT 1 AS silent_table"), {
    answerMs: 500,
  });
  await expect(read).rejects.toThrow("Query read timeout");
  await eventually(() => expect(proxy.countSilent()).toBe(0));
  await proxy.stop();
});

test("a snapshot of a host that answers nothing fails, although it accepts the connection", async () => {
  const silent = net.createServer((socket) => socket.on("error", () => {}));
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const { port } = silent.address() as net.AddressInfo;
  const url = `postgresql://reader@127.0.0.1:${port}/books`;
  await expect(inSnapshot(url, async () => "read", { answerMs: 200 })).rejects.toThrow("timeout");
  silent.close();
});

test("a snapshot in which a statement is refused fails with its error", async () => {
  const read = inSnapshot(undefined, (client) => client.query("SELECT FROM no_such_table"));
  await expect(read).rejects.toMatchObject({ code: "42P01" });
});
