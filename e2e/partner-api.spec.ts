import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { userBody } from "../test/fixtures/sample-user";
import { type StartedService, startService } from "../test/service/start-service";

let service: StartedService;
test.beforeAll(async () => {
  service = await startService();
});
test.afterAll(() => service.stop());

interface Answer {
  status: number;
  body: { status: string; message: string; data: Record<string, unknown> };
}

/** A partner's server, which knows only the service's URL and an API key. */
function client(apiKey: string, key?: string) {
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(service.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        "idempotency-key": key ?? randomUUID(),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

test("a partner's server creates, funds, spends from and terminates a card: the balances are exact", async () => {
  const [first, second] = service.demo.partners;
  const call = client(first?.apiKey ?? "");
  const foreign = client(second?.apiKey ?? "");
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    expect(answer.body.status, JSON.stringify(answer.body)).toBe("success");
    return answer.body.data;
  };
  const before = Number((await ok("GET", "/api/v1/partner/wallet/balance")).availableBalance);

  const created = await ok(
    "POST",
    "/api/v2/partner/card/users",
    userBody({ lastName: "LovelaceApproved" }),
  );
  const userPath = `/api/v1/partner/card/users/${created.serviceId}`;
  await expect.poll(async () => (await ok("GET", userPath)).status).toBe("approved");

  const { serviceCardId } = await ok("POST", "/api/v1/partner/card", {
    serviceId: created.serviceId,
    amount: 100,
  });
  const cardPath = `/api/v1/partner/card/${serviceCardId}`;
  await ok("POST", "/api/v1/partner/card/fund", { serviceCardId, amount: 50.25 });
  const balances = async () => {
    const { availableBalance, ledgerBalance } = await ok("GET", cardPath);
    return { availableBalance, ledgerBalance };
  };
  expect(await balances()).toEqual({ availableBalance: 150.25, ledgerBalance: 150.25 });

  const authorize = (amount: number) =>
    ok("POST", `/api/v1/sandbox/cards/${serviceCardId}/authorizations`, {
      amount,
      merchantName: "Bookshop",
      merchantCountry: "GB",
    });
  const change = (id: unknown, verb: string, body = {}) =>
    ok("POST", `/api/v1/sandbox/transactions/${id}/${verb}`, body);
  const bought = await authorize(40);
  expect(await balances()).toEqual({ availableBalance: 110.25, ledgerBalance: 150.25 });
  expect(await authorize(1000)).toMatchObject({
    status: "declined",
    declinedReason: "insufficient funds",
  });
  await change(bought.serviceTransactionId, "settle", { amount: 42.5 });
  expect(await balances()).toEqual({ availableBalance: 107.75, ledgerBalance: 107.75 });
  const given = await authorize(10);
  await change(given.serviceTransactionId, "reverse");
  await change(bought.serviceTransactionId, "refund", { amount: 2.5 });
  expect(await balances()).toEqual({ availableBalance: 110.25, ledgerBalance: 110.25 });
  await ok("POST", "/api/v1/partner/card/withdraw", {
    serviceCardId,
    amount: 20,
    reference: "sweep",
  });

  for (const [method, path, body] of [
    ["GET", cardPath],
    ["GET", userPath],
    ["DELETE", userPath],
    ["GET", `${userPath}/cards`],
    ["PATCH", "/api/v1/partner/card", { serviceCardId, status: "freeze" }],
    ["POST", "/api/v1/partner/card/fund", { serviceCardId, amount: 5 }],
    ["POST", "/api/v1/partner/card/withdraw", { serviceCardId, amount: 5, reference: "mine" }],
    ["DELETE", `/api/v1/partner/card/terminate/${serviceCardId}`],
    [
      "POST",
      `/api/v1/sandbox/cards/${serviceCardId}/authorizations`,
      { amount: 1, merchantName: "X", merchantCountry: "GB" },
    ],
    ["POST", `/api/v1/sandbox/transactions/${bought.serviceTransactionId}/refund`, {}],
  ] as const) {
    expect(
      (await foreign(method, path, body)).status,
      `${method} ${path} with another partner's key`,
    ).toBe(404);
  }

  expect(await ok("DELETE", `/api/v1/partner/card/terminate/${serviceCardId}`)).toEqual({
    serviceCardId,
    liquidationStatus: "processing",
  });
  expect(await balances()).toEqual({ availableBalance: 0, ledgerBalance: 0 });

  // 2 KYC + 1 card + 42.50 spent − 2.50 refunded + 1 card withdrawal
  const after = Number((await ok("GET", "/api/v1/partner/wallet/balance")).availableBalance);
  expect(after).toBeCloseTo(before - 44, 6);
  const list = await ok("GET", "/api/v1/partner/wallet/transactions?limit=100");
  const rows = list.transactions as { amount: number; type: string }[];
  expect(rows).toHaveLength(Number(list.total));
  const sum = rows.reduce(
    (total, { amount, type }) => total + Math.round(amount * 1e6) * (type === "credit" ? 1 : -1),
    0,
  );
  expect(sum / 1e6).toBe(after);
});

test("a path with invalid percent-encoding: the response is 404 in the envelope", async () => {
  for (const path of ["/api/v1/partner/card/%ff", "/verify/%c0%ae", "/%E0%A4%A"]) {
    const response = await fetch(service.baseUrl + path);
    expect(response.status, path).toBe(404);
    expect(await response.json()).toMatchObject({ status: "error", message: "NOT_FOUND" });
  }
});

test("a path with a trailing slash is served without a redirect", async () => {
  const call = client(service.demo.partners[1]?.apiKey ?? "");
  expect((await call("GET", "/api/v1/partner/wallet/balance/")).status).toBe(200);
  expect((await call("POST", "/api/v1/partner/withdrawal/", { amount: 1 })).status).toBe(400);
});

/** Returns a response with its bytes as transferred: `fetch` hides the compression and the framing. */
async function overTheWire(method: string, path: string, encoding: string) {
  const { apiKey = "" } = service.demo.partners[0] ?? {};
  const headers = { authorization: `Bearer ${apiKey}`, "accept-encoding": encoding };
  const asked = request(service.baseUrl + path, { method, headers }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

test("a response states its length in bytes, is compressed on request, and has no body for HEAD", async () => {
  const list = "/api/v1/partner/wallet/transactions";
  const plain = await overTheWire("GET", list, "identity");
  expect(plain.headers["transfer-encoding"]).toBeUndefined();
  expect(plain.headers["content-length"]).toBe(String(plain.bytes.length));
  const { status, data } = JSON.parse(plain.bytes.toString());
  expect(status).toBe("success");
  expect(data.transactions.length).toBeGreaterThan(0);

  const packed = await overTheWire("GET", list, "gzip");
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
  expect(JSON.parse(gunzipSync(packed.bytes).toString()).data).toEqual(data);

  const head = await overTheWire("HEAD", list, "identity");
  expect(head.headers["content-length"]).toBe(String(plain.bytes.length));
  expect(head.bytes).toHaveLength(0);

  const refused = await overTheWire("GET", "/api/v1/partner/card/card_nobodys", "identity");
  expect(refused.status).toBe(404);
  expect(refused.headers["content-length"]).toBe(String(refused.bytes.length));
});

test("the demo's second partner starts with 1,000 USD and no users", async () => {
  const call = client(service.demo.partners[1]?.apiKey ?? "");
  expect((await call("GET", "/api/v1/partner/wallet/balance")).body.data.availableBalance).toBe(
    1000,
  );
  expect((await call("GET", "/api/v1/partner/card/users")).body.data.pagination).toMatchObject({
    total: 0,
  });
});

/** Sends a request, waits until it is committed, and disconnects without reading the response. */
async function cutReply(
  { apiKey, key }: { apiKey: string; key: string },
  [method, path, body]: readonly [string, string, unknown?],
  untilDone: () => Promise<void>,
): Promise<void> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.pause();
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${apiKey}`,
    `idempotency-key: ${key}`,
    ...(text === "" ? [] : ["content-type: application/json"]),
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
  await untilDone();
  expect(socket.bytesRead).toBe(0);
  socket.destroy();
}

test("a response is lost after the commit: a retry with the same key is charged once", async () => {
  const apiKey = service.demo.partners[0]?.apiKey ?? "";
  const call = client(apiKey);
  const balance = async () =>
    Number((await call("GET", "/api/v1/partner/wallet/balance")).body.data.availableBalance);
  const user = (
    await call("POST", "/api/v2/partner/card/users", userBody({ lastName: "LovelaceApproved" }))
  ).body;
  const serviceId = user.data.serviceId;
  const status = async () =>
    (await call("GET", `/api/v1/partner/card/users/${serviceId}`)).body.data.status;
  await expect.poll(status).toBe("approved");

  /** Sends a request, loses the response, and retries with the same key. */
  const lose = async (method: string, path: string, gained: number, body?: unknown) => {
    const [before, key] = [await balance(), randomUUID()];
    const expected = Number((before + gained).toFixed(6));
    await cutReply({ apiKey, key }, [method, path, body], () =>
      expect.poll(balance).toBeCloseTo(expected, 6),
    );
    const again = await client(apiKey, key)(method, path, body);
    expect(await balance()).toBeCloseTo(expected, 6);
    return again;
  };
  await lose("POST", "/api/v2/partner/card/users", -2, userBody({ lastName: "Byron" }));
  const created = await lose("POST", "/api/v1/partner/card", -101, { serviceId, amount: 100 });
  const { serviceCardId } = created.body.data;
  const used = { status: 400, body: { message: "Idempotency key has already been used" } };
  const funding = { serviceCardId, amount: 50 };
  expect(await lose("POST", "/api/v1/partner/card/fund", -50, funding)).toMatchObject(used);
  const sweep = { serviceCardId, amount: 20, reference: "sweep" };
  expect(await lose("POST", "/api/v1/partner/card/withdraw", 19, sweep)).toMatchObject(used);
  const ended = await lose("DELETE", `/api/v1/partner/card/terminate/${serviceCardId}`, 130);
  expect(ended).toMatchObject({ status: 200, body: { data: { serviceCardId } } });
  const toAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
  const out = await lose("POST", "/api/v1/partner/withdrawal", -10, { amount: 10, toAddress });
  expect(out).toMatchObject({ status: 200, body: { data: { amount: 10 } } });
});
