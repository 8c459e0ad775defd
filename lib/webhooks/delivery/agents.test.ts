import { get as getHttp } from "node:http";
import { get as getHttps } from "node:https";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { agentFor, type DialOptions } from "./agents";

const dns = vi.hoisted(() => ({ addresses: [] as string[] }));
vi.mock("./resolve-host", () => ({ resolveHost: async () => dns.addresses }));

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(undefined, { host: "0.0.0.0" });
});
afterAll(() => receiver.close());

/** Requests a URL through its agent, without an earlier check of the URL. */
function ask(url: string, isFresh: boolean): Promise<string> {
  const parsed = new URL(url);
  const options = { agent: agentFor(parsed, { isFresh }), until: new AbortController().signal };
  const get = parsed.protocol === "http:" ? getHttp : getHttps;
  return new Promise((resolve) => {
    const request = get(url, options satisfies DialOptions & object, (answer) => {
      answer.resume();
      resolve(`answered ${answer.statusCode}`);
    });
    request.on("error", (error) => resolve(error.message));
  });
}

const NOT_PUBLIC =
  "The host of the webhook URL is not a public address. Set a URL whose every DNS record is public.";

test.each([
  ["http", "a public address", ["93.184.216.34"]],
  ["http", "another inside", ["127.0.0.2"]],
  ["http", "this machine and another", ["127.0.0.1", "10.0.0.1"]],
  ["https", "this machine", ["127.0.0.1"]],
  ["https", "this machine in IPv6", ["::1"]],
  ["https", "a public address and this machine", ["93.184.216.34", "127.0.0.1"]],
  ["https", "nothing", []],
])("no caller can use %s with %s", async (scheme, _, addresses) => {
  dns.addresses = addresses;
  for (const isFresh of [false, true]) {
    expect(await ask(`${scheme}://hooks.example.com:${receiver.port}/`, isFresh)).toBe(NOT_PUBLIC);
  }
  expect(receiver.connections).toBe(0);
});

test("also not with the address in the URL", async () => {
  for (const url of ["http://127.0.0.2", "http://0.0.0.0", "https://127.0.0.1", "https://10.0.0.1"])
    expect(await ask(`${url}:${receiver.port}/`, false)).toBe(NOT_PUBLIC);
  expect(receiver.connections).toBe(0);
});

test("this machine is reached with plain HTTP", async () => {
  dns.addresses = ["127.0.0.1"];
  const url = `http://localhost:${receiver.port}/`;
  for (const isFresh of [false, true]) expect(await ask(url, isFresh)).toBe("answered 200");
});
