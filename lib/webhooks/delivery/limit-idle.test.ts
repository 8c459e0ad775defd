import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "@/test/eventually";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { limitIdle } from "./limit-idle";

let receivers: Receiver[];
beforeEach(async () => {
  receivers = await Promise.all([1, 2, 3].map(() => startReceiver()));
});
afterEach(() => Promise.all(receivers.map((receiver) => receiver.close())));

const ask = (agent: Agent, url: string) =>
  new Promise<string>((resolve, reject) => {
    get(url, { agent }, (answer) => text(answer).then(resolve, reject)).on("error", reject);
  });
/** Sends a request to each receiver concurrently. */
const askAll = (agent: Agent) => Promise.all(receivers.map(({ url }) => ask(agent, url)));
const openNow = () => receivers.reduce((sum, { open }) => sum + open, 0);

test("up to the limit of connections stay idle over all hosts, and the rest are closed", async () => {
  const agent = limitIdle(new Agent({ keepAlive: true }), 2);
  for (let round = 0; round < 3; round++) {
    await askAll(agent);
    await eventually(() => expect(openNow()).toBe(2));
  }
  const made = receivers.reduce((sum, { connections }) => sum + connections, 0);
  expect(made).toBe(5); // 3, and then 1 in each round for the one that was closed
  agent.destroy();
});

test("a reused or closed connection makes room", async () => {
  const agent = limitIdle(new Agent({ keepAlive: true }), 1);
  const [first, second] = receivers.map(({ url }) => url) as [string, string];
  for (let count = 0; count < 30; count++) await ask(agent, first);
  expect(receivers[0]?.connections).toBe(1);
  receivers[0]?.dropConnections();
  await eventually(() => expect(openNow()).toBe(0));
  await ask(agent, second);
  await ask(agent, second);
  expect(receivers[1]?.connections).toBe(1);
  agent.destroy();
});

test("a frequently used connection accumulates no listeners", async () => {
  const warn = vi.spyOn(process, "emitWarning");
  const agent = limitIdle(new Agent({ keepAlive: true }), 1);
  for (let count = 0; count < 30; count++) await ask(agent, receivers[0]?.url ?? "");
  expect(receivers[0]?.connections).toBe(1);
  expect(warn).not.toHaveBeenCalled();
  agent.destroy();
});
