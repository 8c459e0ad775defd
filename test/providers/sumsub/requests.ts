import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { Refused } from "../stand-in/answer";

const address = z.strictObject({
  street: z.string(),
  town: z.string(),
  state: z.string(),
  postCode: z.string(),
  country: z.string().regex(/^[A-Z]{3}$/),
});

/** Bodies as Sumsub's reference describes them; a field that it does not name is refused. */
export const applicantBody = z.strictObject({
  externalUserId: z.string().min(1),
  email: z.email(),
  phone: z.string(),
  lang: z.string().optional(),
  fixedInfo: z.strictObject({
    firstName: z.string(),
    lastName: z.string(),
    country: z.string().regex(/^[A-Z]{3}$/),
    dob: z.string().optional(),
    addresses: z.array(address).optional(),
  }),
});

export const linkBody = z.strictObject({
  levelName: z.string(),
  userId: z.string(),
  applicantIdentifiers: z.strictObject({ email: z.string(), phone: z.string() }).optional(),
  redirect: z.strictObject({ successUrl: z.url(), rejectUrl: z.url() }).optional(),
  ttlInSecs: z.int().min(1),
});

export interface Credentials {
  appToken: string;
  secretKey: string;
}

const MAX_SKEW_S = 60;

/** HMAC-SHA256 by its definition (RFC 2104), so that a wrong use of `createHmac` in the service is found. */
function hmacByDefinition(key: string, text: string): string {
  const block = Buffer.alloc(64);
  const bytes = Buffer.from(key);
  (bytes.length > 64 ? createHash("sha256").update(bytes).digest() : bytes).copy(block);
  const pad = (byte: number) => Buffer.from(block.map((value) => value ^ byte));
  const inner = createHash("sha256").update(pad(0x36)).update(text).digest();
  return createHash("sha256").update(pad(0x5c)).update(inner).digest("hex");
}

/** Refuses a request whose token, time or signature is wrong. */
export function authorize(
  { headers, method = "", url = "" }: IncomingMessage,
  text: string,
  { appToken, secretKey }: Credentials,
): void {
  const time = String(headers["x-app-access-ts"]);
  if (headers["x-app-token"] !== appToken) throw new Refused(401, "Invalid app token", "4002");
  if (Math.abs(Date.now() / 1000 - Number(time)) > MAX_SKEW_S)
    throw new Refused(401, "Request timestamp is outside of the window", "4004");
  if (headers["x-app-access-sig"] !== hmacByDefinition(secretKey, time + method + url + text))
    throw new Refused(401, "Request signature mismatch", "app-token-signature-mismatch");
}

/** The digest of a callback, under the algorithm that its header names. */
export function digestOf(body: string, secret: string, algorithm = "sha256"): string {
  return createHmac(algorithm, secret).update(body).digest("hex");
}

/** The outcome that `testCompleted` of the sandbox sets. */
export const testReview = z.strictObject({
  reviewAnswer: z.enum(["GREEN", "RED"]),
  rejectLabels: z.array(z.string()),
  reviewRejectType: z.enum(["FINAL", "RETRY"]).optional(),
  clientComment: z.string().optional(),
  moderationComment: z.string().optional(),
});
