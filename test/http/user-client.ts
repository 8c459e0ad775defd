import { randomUUID } from "node:crypto";
import * as outcomes from "@/app/api/internal/kyc/sandbox/route";
import * as userCards from "@/app/api/v1/partner/card/users/[serviceId]/cards/route";
import * as user from "@/app/api/v1/partner/card/users/[serviceId]/route";
import * as users from "@/app/api/v1/partner/card/users/route";
import * as simulate from "@/app/api/v1/sandbox/users/[serviceId]/kyc/route";
import * as usersV2 from "@/app/api/v2/partner/card/users/route";
import * as verify from "@/app/api/verify/[token]/route";
import { type Answer, type CallOptions, call, type TestPartner } from "../fixtures/make";
import { userBody } from "../fixtures/sample-user";

type Query = Record<string, string | number>;

/** A client like a partner's server, for users. Idempotency keys are fresh unless given. */
export function userClientOf({ apiKey }: Pick<TestPartner, "apiKey">) {
  const send = (handler: Parameters<typeof call>[0], options: CallOptions) =>
    call(handler, { apiKey, ...options });
  const post = (body: unknown, idempotencyKey: string) => ({
    method: "POST",
    body,
    idempotencyKey,
  });
  const create = (body: unknown = userBody(), key: string = randomUUID()) =>
    send(usersV2.POST, post(body, key));
  return {
    create,
    createV1: (body: unknown = userBody(), key: string = randomUUID()) =>
      send(users.POST, post(body, key)),
    list: (query: Query = {}) => send(users.GET, { query }),
    get: (serviceId: string) => send(user.GET, { params: { serviceId } }),
    remove: (serviceId: string) => send(user.DELETE, { method: "DELETE", params: { serviceId } }),
    listCards: (serviceId: string, query: Query = {}) =>
      send(userCards.GET, { params: { serviceId }, query }),
    simulate: (serviceId: string, body: unknown) =>
      send(simulate.POST, { method: "POST", params: { serviceId }, body }),
    /** Creates a user. Returns its id and verification link. Throws if it is refused. */
    make: async (changes: Record<string, unknown> = {}): Promise<MadeUser> => {
      const answer = await create(userBody(changes));
      if (answer.status !== 201) throw new Error(`no user: ${JSON.stringify(answer.json)}`);
      return answer.json.data;
    },
  };
}

export type UserClient = ReturnType<typeof userClientOf>;

export interface MadeUser {
  serviceId: string;
  verificationUrl: string;
}

/** The token of a verification link. */
export function tokenOf(verificationUrl: string): string {
  return new URL(verificationUrl).pathname.split("/").at(-1) ?? "";
}

/** Submits a check as the hosted page does, with a clear document by default. */
export const submitCheck = (
  token: string,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = { origin: "http://127.0.0.1:3000" },
): Promise<Answer> =>
  call((request) => verify.POST(request, { params: Promise.resolve({ token }) }), {
    method: "POST",
    headers,
    body: {
      documentKind: "passport",
      country: "NG",
      sample: "valid",
      faceChecked: true,
      ...changes,
    },
  });

/** Calls the background route as an outside scheduler does. */
export const collectOutcomes = (
  authorization = `Bearer ${process.env.CRON_SECRET}`,
  method = "POST",
) => call(method === "GET" ? outcomes.GET : outcomes.POST, { method, headers: { authorization } });
