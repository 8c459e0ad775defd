import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signatureHeaders } from "@/lib/webhooks/delivery/signature-headers";
import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";
import { EVENT_EXAMPLES } from "./event-examples";
import { TAGS } from "./tags";
import { DELIVERY_PARAMETERS } from "./webhooks";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: { pattern?: string };
}

const parameters = Object.values(DELIVERY_PARAMETERS) as Parameter[];
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const older = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const signed = { eventId: "evt_1", timestampS: 1_795_254_000, body: '{"event":"é"}' };
const headers = signatureHeaders({ ...signed, secrets: [secret, older] });

test("the headers of a delivery are all described; only the mark of a test may be missing", () => {
  const names = parameters.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(headers)));
  expect(names.filter((name) => !(name in headers))).toEqual([
    "X-Webhook-Sequence",
    "X-Webhook-Attempt",
    "X-Webhook-Test",
  ]);
  const optional = parameters.filter(({ required }) => !required).map(({ name }) => name);
  expect(optional).toEqual(["X-Webhook-Test"]);
  expect(new Set(parameters.map((parameter) => parameter.in))).toEqual(new Set(["header"]));
});

test("verification by the reference accepts the service's signature", () => {
  const text = TAGS.Events ?? "";
  expect(text).toContain("`<webhook-id>.<webhook-timestamp>.<body>`");
  const content = `${signed.eventId}.${signed.timestampS}.${signed.body}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const right = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  expect(headers["webhook-signature"]?.split(" ")).toContain(right);
  expect(headers["X-Webhook-Signature"]).toBe(
    createHmac("sha256", secret).update(signed.body).digest("hex"),
  );
  const pattern = parameters.find(({ name }) => name === "X-Webhook-Signature")?.schema.pattern;
  expect(headers["X-Webhook-Signature"]).toMatch(new RegExp(pattern ?? "$^"));
});

test("every event has a text and examples", () => {
  expect(Object.keys(EVENT_TEXTS)).toEqual(Object.keys(EVENT_EXAMPLES));
});
