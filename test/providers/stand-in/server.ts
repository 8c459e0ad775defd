import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { KEEP_OPEN } from "@/test/http/keep-open";
import type { Contract, Operation } from "../contract/contract";
import { parseForm } from "../contract/parse-form";
import { type Answer, type Call, type Handler, Refused } from "./answer";
import { type Failure, failurePlan } from "./failures";
import { rememberedAnswers } from "./idempotency";
import { contentOf, readRequest, type SentBody } from "./read-request";

/** A request as it arrived, for tests of what an adapter sends. */
export interface SentRequest {
  operation: string;
  path: Record<string, string>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface StandInOptions {
  /** Each of them must accept a request and its answer. The first one names the operations. */
  contracts: readonly [Contract, ...Contract[]];
  isForm: boolean;
  /** By the operation's name: `POST /v1/issuing/cards/{card}`. */
  handlers: Record<string, Handler>;
  /** Whether the request has the right key. */
  isAuthorized(headers: IncomingMessage["headers"], path: string): boolean;
  /** An error in the provider's shape. */
  errorBody(error: Refused): unknown;
}

/**
 * Starts a stand-in of a provider's API on a free port of this machine. It refuses each request that the provider's
 * contract does not allow, keeps state through its handlers, and remembers idempotency keys. The test must stop it.
 */
export async function startStandIn(options: StandInOptions) {
  const { contracts, handlers, isForm } = options;
  const plan = failurePlan();
  const keys = rememberedAnswers();
  const requests: SentRequest[] = [];
  /** Faults of the stand-in itself: an answer that its own contract does not allow, or a handler that threw. */
  const faults: string[] = [];

  const parse = ({ text, fields }: SentBody): Record<string, unknown> => {
    if (fields !== undefined) return { ...fields };
    if (text === "") return {};
    if (isForm) return parseForm(text);
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null)
      throw new Refused(400, "The body must be an object.");
    return value as Record<string, unknown>;
  };

  const find = (method: string, path: string) => {
    // Of `/cards/{card}` and `/cards/search` the one without a parameter wins.
    const found = contracts[0].operations
      .filter(({ name }) => name.startsWith(`${method} `))
      .flatMap((operation) => {
        const values = operation.match(path);
        return values ? [{ operation, values }] : [];
      })
      .toSorted((a, b) => Object.keys(a.values).length - Object.keys(b.values).length)[0];
    if (!found) throw new Refused(404, `Unrecognized request URL (${method}: ${path}).`);
    return found;
  };

  /** The operation in each contract; one that lacks it says nothing about it. */
  const inAllContracts = ({ name }: Operation) =>
    contracts.flatMap(({ operations }) => operations.find((each) => each.name === name) ?? []);

  /** A refusal is an answer: providers remember it with the key of the request, unless they refuse its form. */
  const answerOf = async (handler: Handler, request: Call): Promise<Answer> => {
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, body: options.errorBody(error) };
    }
  };

  for (const { operations } of contracts)
    for (const each of operations) if (handlers[each.name]) each.prepare();

  async function handle(incoming: IncomingMessage, sent: SentBody): Promise<[Answer, Failure?]> {
    const url = new URL(incoming.url ?? "", "http://stand-in");
    const { operation, values } = find(incoming.method ?? "", url.pathname);
    const headers = incoming.headers as Record<string, string>;
    const request = {
      path: values,
      query: parseForm(url.search.slice(1)),
      headers,
      body: parse(sent),
      files: sent.files,
    };
    const text = contentOf(sent);
    const { files: _, ...noted } = request;
    requests.push({ operation: operation.name, ...structuredClone(noted) });
    const failure = plan.take(operation.name);
    if (failure?.kind === "refuse" || (failure?.kind === "cut" && failure.effect === "none"))
      return [{ status: 0, body: null }, failure];
    if (!options.isAuthorized(incoming.headers, url.pathname))
      throw new Refused(401, "Invalid API key provided.");
    const known = keys.find(incoming, text);
    // The header with which Stripe marks an answer that it repeats. Source: docs.stripe.com/api/idempotent_requests
    if (known)
      return [{ ...known, headers: { ...known.headers, "Idempotent-Replayed": "true" } }, failure];
    const found = inAllContracts(operation);
    const problems = found.flatMap((each) => each.problemsOf(request));
    if (problems.length > 0) throw new Refused(400, problems.join("; "), "parameter_invalid");
    const handler = handlers[operation.name];
    if (!handler) throw new Refused(501, `The stand-in does not simulate ${operation.name}.`);
    const answer = structuredClone(await answerOf(handler, request));
    if (answer.status < 400)
      faults.push(...found.flatMap((each) => each.problemsOfAnswer(answer.status, answer.body)));
    const saved =
      failure?.kind === "fail after success"
        ? {
            status: failure.status,
            body: options.errorBody(new Refused(failure.status, "An error occurred.")),
            // Stripe tells its client so, because a retry with the key would get the same answer.
            headers: { "Stripe-Should-Retry": "false" },
          }
        : answer;
    keys.save(incoming, text, saved);
    return [saved, failure];
  }

  const send = (response: ServerResponse, { status, body }: Answer, extra = {}) =>
    response
      .writeHead(status, {
        "Content-Type": "application/json",
        "Request-Id": "req_standin",
        ...extra,
      })
      .end(JSON.stringify(body));

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [answer, failure] = await handle(incoming, await readRequest(incoming));
    if (failure?.kind === "cut") {
      incoming.socket.destroy();
      return;
    }
    if (failure?.kind === "refuse") {
      const { status, retryAfterS } = failure;
      const body = options.errorBody(new Refused(status, "Try again later.", "rate_limit"));
      send(
        response,
        { status, body },
        retryAfterS === undefined ? {} : { "Retry-After": retryAfterS },
      );
      return;
    }
    if (failure?.kind === "slow") await sleep(failure.delayMs, undefined, { ref: false });
    const body = structuredClone(answer.body);
    if (failure?.kind === "change answer") failure.change(body as Record<string, unknown>);
    send(response, { status: answer.status, body }, answer.headers);
  }

  const server = createServer(KEEP_OPEN, (incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      if (!(error instanceof Refused)) faults.push(String(error));
      const refused = error instanceof Refused ? error : new Refused(500, String(error));
      send(response, { status: refused.status, body: options.errorBody(refused) });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** All requests of known operations so far, refused ones too. */
    requests,
    failNext: plan.failNext,
    stopFailing: plan.stopFailing,
    forgetKeys: keys.forgetKeys,
    /** The requests of an operation so far. */
    requestsOf: (operation: string) => requests.filter((each) => each.operation === operation),
    /** Stops it. Fails if the stand-in itself did not keep to the contract. */
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      if (faults.length > 0) throw new Error(`The stand-in is wrong:\n${faults.join("\n")}`);
    },
  };
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;
