import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "@/test/eventually";
import { HOSTILE_URLS } from "@/test/http/hostile-urls";
import { type NameServer, startNameServer } from "@/test/http/name-server";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { postWebhook } from "./post-webhook";

// Receivers on this machine are forbidden here, over plain HTTP and by any name.
process.env.WEBHOOK_ALLOW_LOOPBACK = "off";

const dns = vi.hoisted(() => ({ servers: [] as string[] }));
vi.mock("node:dns/promises", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:dns/promises")>();
  class Resolver extends original.Resolver {
    constructor(...options: ConstructorParameters<typeof original.Resolver>) {
      super(...options);
      this.setServers(dns.servers);
    }
  }
  return { ...original, Resolver };
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1"),
);

let inside: Receiver;
let names: NameServer;
beforeAll(async () => {
  // Listens on all IPv4 and IPv6 addresses of this machine.
  inside = await startReceiver(undefined, { host: hasIpv6 ? "::" : "0.0.0.0" });
  names = await startNameServer();
  dns.servers = [names.address];
});
afterEach(() => {
  names.asked.length = 0;
});
afterAll(() => Promise.all([inside.close(), names.close()]));

const post = (url: string) => postWebhook({ url, body: "{}", headers: {}, timeoutMs: 60_000 });

test("self-test: what listens inside is there, on each kind of address, and counts", async () => {
  const before = inside.connections;
  const hosts = hasIpv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"];
  for (const host of hosts) {
    const socket = connect(inside.port, host);
    await eventually(() => expect(socket.readyState).toBe("open"));
    socket.destroy();
  }
  await eventually(() => expect(inside.connections).toBe(before + hosts.length));
});

describe("our own network is never connected to", () => {
  test(`by any of ${HOSTILE_URLS.length} URLs, though every name in them means this machine`, async () => {
    names.records = (_name, kind) => (kind === "A" ? ["127.0.0.1"] : ["::1"]);
    const before = inside.connections;
    for (const urlOf of HOSTILE_URLS) {
      const url = urlOf(inside.port);
      const result = await post(url);
      expect([url, result]).toEqual([
        url,
        expect.objectContaining({ succeeded: false, statusCode: null, responseBody: null }),
      ]);
      // The request must be refused, not fail by chance, and the error must not disclose what is inside.
      expect([url, result.error]).toEqual([
        url,
        expect.stringMatching(/^The webhook URL must .*\. Set another URL\.$|not a public address/),
      ]);
    }
    expect(inside.connections).toBe(before);
  });

  test.each<[string, string[], string[]]>([
    ["loopback", ["127.0.0.1"], []],
    ["loopback in IPv6 alone", [], ["::1"]],
    ["any address", ["0.0.0.0"], ["::"]],
    ["mapped loopback", [], ["::ffff:127.0.0.1"]],
    ["NAT64", [], ["64:ff9b::7f00:1"]],
    ["metadata", ["169.254.169.254"], []],
    ["a public one and loopback", ["93.184.216.34", "127.0.0.1"], []],
    ["loopback and a public one", ["127.0.0.1", "93.184.216.34"], []],
    ["a public IPv4 one and loopback in IPv6", ["93.184.216.34"], ["::1"]],
    ["loopback and a public IPv6 one", ["127.0.0.1"], ["2606:4700:4700::1111"]],
    ["many public ones and one inside", [...Array(9).fill("93.184.216.34"), "10.0.0.1"], []],
  ])("by a public name whose records are %s", async (_, ipv4, ipv6) => {
    names.records = (_name, kind) => (kind === "A" ? ipv4 : ipv6);
    const before = inside.connections;
    const result = await post(`https://rebind.example.com:${inside.port}/`);
    expect(result.error).toBe(
      "The host of the webhook URL is not a public address. Set a URL whose every DNS record is public.",
    );
    expect(names.asked.sort()).toEqual(["A rebind.example.com", "AAAA rebind.example.com"]);
    expect(inside.connections).toBe(before);
  });
});

describe("a name", () => {
  test.each([
    ["unknown", "has no address"],
    ["failure", "could not be resolved"],
  ] as const)("that is answered by %s is said so", async (records, problem) => {
    names.records = () => records;
    const result = await post("https://hooks.example.com/");
    expect(result).toMatchObject({ succeeded: false, statusCode: null });
    expect(result.error).toBe(
      `The host name of the webhook URL ${problem}. Check its spelling and its DNS records.`,
    );
  });

  test("without records has no address", async () => {
    names.records = () => [];
    expect((await post("https://hooks.example.com/")).error).toMatch(/has no address/);
  });

  test("whose name server is silent is given up at the deadline, with no question left open", async () => {
    names.records = () => "silent";
    const result = await postWebhook({
      url: "https://hooks.example.com/",
      body: "{}",
      headers: {},
      timeoutMs: 300,
    });
    expect(result.error).toMatch(/^No complete response within 0.3 s/);
  });
});

test("production sends to HTTPS on port 443 alone", async () => {
  vi.resetModules();
  const url = "https://wallet.example";
  const settings = { SERVICE_ENVIRONMENT: "production", BASE_URL: url, NEXTAUTH_URL: url };
  Object.assign(process.env, settings);
  const production = await import("./post-webhook");
  const send = (url: string) =>
    production.postWebhook({ url, body: "{}", headers: {}, timeoutMs: 60_000 });
  const before = inside.connections;
  names.records = () => [];
  expect((await send(`https://hooks.example.com:${inside.port}/`)).error).toBe(
    "The webhook URL must use port 443. Set another URL.",
  );
  expect((await send(`http://127.0.0.1:${inside.port}/`)).error).toMatch(/must be an https/);
  expect(names.asked).toEqual([]);
  expect((await send("https://hooks.example.com/")).error).toMatch(/has no address/);
  expect(inside.connections).toBe(before);
});
