import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { connectionCodeOf } from "./connection-code";
import { stripeSdk } from "./provider-sdks";
import { askStripe } from "./stripe/ask-stripe";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Starts a server that does this with each connection. Returns its port. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(() => {}).on("connection", onConnection);
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const port = await listen(() => {});
  for (const end of ends.splice(0)) end();
  return port;
}

const failureOf = (url: string, timeoutMs = 5_000): Promise<unknown> =>
  fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a request without a response", () => {
  test("a refused connection has the code ECONNREFUSED", async () => {
    const failure = await failureOf(`http://127.0.0.1:${await closedPort()}`);
    expect(connectionCodeOf(failure)).toBe("ECONNREFUSED");
  });

  test("a host that does not exist has the code of the failed lookup", async () => {
    expect(connectionCodeOf(await failureOf("http://nowhere.invalid"))).toMatch(
      /^(ENOTFOUND|EAI_AGAIN)$/,
    );
  });

  test("a closed connection has the code of the lost socket", async () => {
    const failure = await failureOf(`http://127.0.0.1:${await listen((s) => s.destroy())}`);
    expect(connectionCodeOf(failure)).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/);
  });

  test("a request that takes too long has the code timeout", async () => {
    const failure = await failureOf(`http://127.0.0.1:${await listen(() => {})}`, 50);
    expect(connectionCodeOf(failure)).toBe("timeout");
  });

  test("an error of Stripe's client, whose text is for operators, has the code of its cause", async () => {
    const Stripe = stripeSdk();
    const port = await closedPort();
    const client = new Stripe("sk_test_x", {
      host: "127.0.0.1",
      port,
      protocol: "http",
      maxNetworkRetries: 0,
    });
    const call = { provider: "stripe", operation: "issueCard" };
    await expect(askStripe(call, () => client.balance.retrieve())).rejects.toThrow(
      /^stripe was unavailable for issueCard \(ECONNREFUSED\)$/,
    );
  });
});

test.each([
  ["an error without a code", new Error("x")],
  ["a code with parts of a request", Object.assign(new Error("x"), { code: "card 4242 refused" })],
  ["nothing", undefined],
  ["a text", "ECONNREFUSED"],
])("%s says nothing", (_, error) => {
  expect(connectionCodeOf(error)).toBeUndefined();
});

test("causes that refer to each other end", () => {
  const error = new Error("x");
  error.cause = error;
  expect(connectionCodeOf(error)).toBeUndefined();
});
