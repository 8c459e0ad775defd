import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { walletOf } from "../fixtures/books";
import type { Answer, TestPartner } from "../fixtures/make";
import { withdrawalFaults } from "../fixtures/withdrawals";
import { atOnce } from "../http/client";
import {
  expectRepeat,
  IDEMPOTENT_ENDPOINTS,
  type KeyedRequest,
  sendKeyed,
} from "../http/idempotent-endpoints";
import { hashTables } from "./hash-tables";

/** Connections of the pool: each can fail once before the pool replaces it. */
const POOL_SIZE = 16;
const AT_ONCE = 8;

/** Makes the database refuse writes, and accept them again. */
export interface Outage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

function expectUnavailable({ status, headers, json }: Answer, name: string): void {
  expect([status, json.message], name).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(Number(headers.get("retry-after")), name).toBeGreaterThan(0);
}

/** Repeats a request with the same key until the status is not 503, as a partner's server does. */
async function untilAnswered(request: KeyedRequest): Promise<Answer> {
  for (let attempt = 0; attempt <= POOL_SIZE; attempt += 1) {
    const answer = await sendKeyed(request);
    if (answer.status !== 503) return answer;
    expectUnavailable(answer, request.endpoint.name);
  }
  throw new Error(`${request.endpoint.name} is unavailable after the outage`);
}

/** Makes one request of each idempotent endpoint. */
function makeRequests(partner: TestPartner): Promise<KeyedRequest[]> {
  return Promise.all(
    IDEMPOTENT_ENDPOINTS.map(async (endpoint) => ({
      ...{ endpoint, partner, key: randomUUID() },
      subject: await endpoint.makeSubject(partner),
    })),
  );
}

/**
 * Expects 503 and no change of each idempotent endpoint during the outage, and one execution per key after the outage.
 */
export async function expectNothingLost(partner: TestPartner, outage: Outage): Promise<void> {
  const requests = await makeRequests(partner);
  await outage.begin();
  const [before, wallet] = [await hashTables(), await walletOf(partner.partnerId)];
  for (const request of requests)
    for (const answer of await atOnce(AT_ONCE, () => sendKeyed(request)))
      expectUnavailable(answer, request.endpoint.name);
  expect(await hashTables()).toEqual(before);
  await outage.end();
  for (const request of requests) {
    const { name, success } = request.endpoint;
    const { status, headers } = await untilAnswered(request);
    expect([status, headers.has("idempotent-replayed")], name).toEqual([success, false]);
    expectRepeat(request.endpoint, await untilAnswered(request));
  }
  const gained = (await walletOf(partner.partnerId)) - wallet;
  const asked = requests.reduce((sum, { endpoint }) => sum + endpoint.gains.one, 0);
  expect(gained).toBeCloseTo(asked, 6);
  expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
}
