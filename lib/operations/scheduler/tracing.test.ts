import { KEEP_OPEN } from "@/test/http/keep-open";
import "@/test/database";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "@/lib/chain/client";
import { NETWORKS } from "@/lib/chain/networks";
import { env, forgetEnv } from "@/lib/kernel/env";
import { currentSpan, inSpan } from "@/lib/kernel/tracing/span";
import { startTracing } from "@/lib/kernel/tracing/start-tracing";
import { postWebhook } from "@/lib/webhooks/delivery/post-webhook";
import { sourceFiles } from "@/test/architecture/source-files";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { runJob } from "./run-job";

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}
interface Export {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

const ERROR = 2;

/** Starts an HTTP server that passes each JSON body to `receive` and responds with what that returns. */
async function listen(receive: (body: unknown, request: IncomingMessage) => unknown) {
  const server = createServer(KEEP_OPEN, async (request, response) => {
    const answer = receive(await json(request), request);
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const servers: Server[] = [];
let partner: TestPartner;
let serviceCardId: string;
beforeAll(async () => {
  process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
  partner = await makePartner({ balanceUsd: 10_000 });
  serviceCardId = await makeCard(partner, { amountUsd: 5 });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await endTests();
});

/** Runs `work` with tracing on, and returns the spans that the collector received. */
async function spansOf(work: () => Promise<unknown>, ratio = 1): Promise<ReceivedSpan[]> {
  const spans: ReceivedSpan[] = [];
  const { server, url } = await listen((body, request) => {
    expect(request.url).toBe("/v1/traces");
    const { resourceSpans } = body as Export;
    spans.push(...resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
    return {};
  });
  servers.push(server);
  const stop = await startTracing({
    ...env(),
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
  try {
    await work();
  } finally {
    await stop();
  }
  return spans;
}

const attributesOf = (span: ReceivedSpan | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const FUND = "POST /api/v1/partner/card/fund";
const fund = () => clientOf(partner).fund({ serviceCardId, amount: 10 });

describe("traces", () => {
  test("have a span of the request, and below it one of its commit", async () => {
    const spans = await spansOf(fund);
    const [request] = named(spans, FUND);
    const [commit] = named(spans, "commit_change_sets");
    expect(attributesOf(request)).toMatchObject({
      "http.route": "/api/v1/partner/card/fund",
      "http.response.status_code": 200,
      "partner_wallet.request_id": expect.stringMatching(/^req_/),
    });
    expect(request?.parentSpanId ?? "").toBe("");
    expect(attributesOf(commit)).toMatchObject({
      "db.system.name": "postgresql",
      "db.operation.batch.size": 1,
    });
    expect([commit?.traceId, commit?.parentSpanId]).toEqual([request?.traceId, request?.spanId]);
  });

  test("link a commit of several requests to each of them", async () => {
    const cards = await Promise.all(
      Array.from({ length: 3 }, () => makeCard(partner, { amountUsd: 5 })),
    );
    const client = clientOf(partner);
    const spans = await spansOf(() =>
      Promise.all(cards.map((id) => client.fund({ serviceCardId: id, amount: 5 }))),
    );
    const requests = named(spans, FUND);
    const commits = spans.filter(({ name }) => name.startsWith("commit_change_set"));
    const linked = commits.flatMap(({ parentSpanId, links = [] }) => [
      parentSpanId,
      ...links.map(({ spanId }) => spanId),
    ]);
    expect(requests).toHaveLength(3);
    for (const { spanId } of requests) expect(linked).toContain(spanId);
  });

  test("contain neither the body nor the key of a request", async () => {
    const spans = await spansOf(() =>
      clientOf(partner).fund({ serviceCardId, amount: 7.13, reference: "a-secret-reference" }),
    );
    const text = JSON.stringify(spans);
    expect(text).not.toContain("a-secret-reference");
    expect(text).not.toContain(partner.apiKey);
  });

  test("of a job begin anew, and calls to a chain's node are below it", async () => {
    const [network] = NETWORKS.staging;
    if (!network) throw new Error("Staging has no network.");
    const node = await listen(() => ({ jsonrpc: "2.0", id: 1, result: "0x10" }));
    servers.push(node.server);
    process.env[`RPC_URL_${network.chain.toUpperCase().replaceAll("-", "_")}`] = node.url;
    forgetEnv();
    const job = {
      name: "look-at-chain",
      everyMs: 1_000,
      run: async () => ({ head: Number(await chainClient(network).getBlockNumber()) }),
    };
    const spans = await spansOf(() => inSpan("caller", { kind: "internal" }, () => runJob(job)));
    const [run] = named(spans, "job look-at-chain");
    const [call] = named(spans, "eth_blockNumber");
    expect(run?.traceId).not.toBe(named(spans, "caller")[0]?.traceId);
    expect([call?.traceId, call?.parentSpanId]).toEqual([run?.traceId, run?.spanId]);
    expect(attributesOf(call)).toMatchObject({ "rpc.method": "eth_blockNumber" });
  });

  test("mark a webhook that failed, with its status", async () => {
    const receiver = createServer(KEEP_OPEN, (_, response) => response.writeHead(500).end());
    servers.push(receiver);
    await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks?token=x`;
    const spans = await spansOf(() =>
      postWebhook({ url, body: "{}", headers: {}, timeoutMs: 5_000 }),
    );
    const [delivery] = named(spans, "deliver webhook");
    expect(delivery?.status.code).toBe(ERROR);
    expect(attributesOf(delivery)).toMatchObject({ "http.response.status_code": 500 });
    expect(JSON.stringify(delivery)).not.toContain("token=x");
  });

  test("mark a span whose work throws, and pass the error on without its text", async () => {
    const spans = await spansOf(async () => {
      const failing = inSpan("failing", { kind: "internal" }, async () => {
        throw new TypeError("row of Ada");
      });
      await expect(failing).rejects.toThrow("row of Ada");
    });
    expect(spans[0]?.status.code).toBe(ERROR);
    expect(attributesOf(spans[0])).toEqual({ "error.type": "TypeError" });
    expect(JSON.stringify(spans)).not.toContain("Ada");
  });

  test("are not sent with a share of 0", async () => {
    expect(await spansOf(fund, 0)).toEqual([]);
  });

  test("do not disturb a request while the collector is away", async () => {
    const stop = await startTracing({
      ...env(),
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    });
    expect((await fund()).status).toBe(200);
    await stop();
  });

  test("are off without an address, and then there are no spans", async () => {
    const stop = await startTracing(env());
    expect(await inSpan("none", { kind: "internal" }, async () => currentSpan())).toBeUndefined();
    await stop();
  });

  test("load their packages only where they are turned on", () => {
    const users = sourceFiles().filter(({ text }) =>
      /^import (?!type\b).*"@opentelemetry\/|^\s*(?:export .* from|require\()\s*\(?"@opentelemetry\//m.test(
        text,
      ),
    );
    expect(users).toEqual([]);
    const loading = sourceFiles().filter(({ text }) =>
      /await import\("@opentelemetry|[^.]\bimport\("@opentelemetry/.test(text),
    );
    expect(loading.map(({ path }) => path)).toEqual(["lib/kernel/tracing/start-tracing.ts"]);
  });
});
