import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ZodError } from "zod";
import { KEEP_OPEN } from "@/test/http/keep-open";
import { Refused } from "../stand-in/answer";
import { failurePlan } from "../stand-in/failures";
import { postNotification } from "../stand-in/post-notification";
import { applicantStore, present, type Review, timeOf } from "./applicants";
import { applicantBody, authorize, type Credentials, digestOf, testReview } from "./requests";

const CALLBACK_TIMEOUT_MS = 5_000;

type Store = ReturnType<typeof applicantStore>;
type Route = [
  name: string,
  path: RegExp,
  run: (match: string[], body: unknown, url: URL) => unknown,
];

const routesOf = (store: Store): Route[] => [
  [
    "POST /resources/applicants",
    /^\/resources\/applicants$/,
    (_, body, url) =>
      store.create(url.searchParams.get("levelName") ?? "", applicantBody.parse(body)),
  ],
  [
    "POST /resources/sdkIntegrations/levels/-/websdkLink",
    /^\/resources\/sdkIntegrations\/levels\/-\/websdkLink$/,
    (_, body, url) => store.makeLink(body, url.origin),
  ],
  [
    "GET /resources/applicants/-;externalUserId",
    /^\/resources\/applicants\/-;externalUserId=([^/]+)\/one$/,
    ([, id = ""]) => present(store.find(decodeURIComponent(id))),
  ],
  [
    "POST /resources/applicants/status/testCompleted",
    /^\/resources\/applicants\/([^/]+)\/status\/testCompleted$/,
    ([, id = ""], body) => store.complete(id, testReview.parse(body)),
  ],
  [
    "PATCH /resources/applicants/presence/deactivated",
    /^\/resources\/applicants\/([^/]+)\/presence\/deactivated$/,
    ([, id = ""]) => store.deactivate(id),
  ],
];

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  return new Refused(error instanceof ZodError ? 400 : 500, String(error), "bad-request");
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/**
 * Starts a stand-in of Sumsub's API on a free port of this machine. It recomputes the signature of each request, refuses
 * what Sumsub's reference does not describe, keeps applicants, and sends signed callbacks. Written by hand from the
 * reference, because Sumsub's OpenAPI document is in no package.
 */
export async function startSumsub() {
  const credentials: Credentials = {
    appToken: `sbx:${randomBytes(12).toString("hex")}`,
    secretKey: randomBytes(16).toString("hex"),
  };
  const webhook = { url: "", secret: randomBytes(16).toString("hex") };
  const store = applicantStore();
  const routes = routesOf(store);
  const plan = failurePlan();
  const requests: { operation: string; body: unknown }[] = [];

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await read(incoming);
    const url = new URL(incoming.url ?? "", `http://${incoming.headers.host}`);
    const method = incoming.method ?? "";
    if (url.pathname.startsWith("/websdk/p/")) {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Sumsub</h1>");
      return;
    }
    authorize(incoming, text, credentials);
    const route = routes.find(([name, path]) => name.startsWith(method) && path.test(url.pathname));
    if (!route) throw new Refused(404, "Not found", "not-found");
    const [operation, path, run] = route;
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    requests.push({ operation, body });
    const failure = plan.take(operation);
    if (failure?.kind === "refuse") {
      if (failure.retryAfterS !== undefined) response.setHeader("Retry-After", failure.retryAfterS);
      throw new Refused(failure.status, "Try again later", "busy");
    }
    const isLost = failure?.kind === "cut" && failure.effect === "none";
    const answer = isLost ? undefined : await run([...(path.exec(url.pathname) ?? [])], body, url);
    if (failure?.kind === "cut") return void incoming.socket.destroy();
    if (failure?.kind === "fail after success") throw new Refused(failure.status, "Fault", "fault");
    if (failure?.kind === "slow") await sleep(failure.delayMs, undefined, { ref: false });
    const sent = structuredClone(answer) as Record<string, unknown>;
    if (failure?.kind === "change answer") failure.change(sent);
    send(response, operation === "POST /resources/applicants" ? 201 : 200, sent);
  }

  const server = createServer(KEEP_OPEN, (incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      const { status, message, code } = refusalOf(error);
      const correlationId = randomBytes(16).toString("hex");
      send(response, status, {
        description: message,
        code: status,
        correlationId,
        errorName: code,
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  /** The body of a callback about a user. */
  const callback = (type: string, externalUserId: string, changes: object = {}) => {
    const { id, levelName, reviewStatus, review } = store.find(externalUserId);
    return JSON.stringify({
      applicantId: id,
      inspectionId: `${id}-inspection`,
      correlationId: randomBytes(16).toString("hex"),
      externalUserId,
      levelName,
      type,
      reviewStatus,
      createdAtMs: timeOf(new Date()),
      applicantType: "individual",
      sandboxMode: true,
      clientId: "stand-in",
      ...(review && { reviewResult: review }),
      ...changes,
    });
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...credentials,
    webhook,
    applicants: store.applicants,
    requests,
    operations: () => requests.map(({ operation }) => operation),
    failNext: plan.failNext,
    stopFailing: plan.stopFailing,
    callback,
    /** Completes the review of a user, without a callback. */
    decide: (externalUserId: string, review: Review, at = new Date()): void =>
      store.decide(store.find(externalUserId), review, at),
    /** Sends a callback; the headers replace those of Sumsub. */
    post: (body: string, headers: Record<string, string> = {}) =>
      postNotification(
        webhook.url,
        body,
        {
          "X-Payload-Digest": digestOf(body, webhook.secret),
          "X-Payload-Digest-Alg": "HMAC_SHA256_HEX",
          ...headers,
        },
        CALLBACK_TIMEOUT_MS,
      ),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type SumsubStandIn = Awaited<ReturnType<typeof startSumsub>>;
