import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commitEvents } from "@/test/fixtures/deliveries";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { webhooksOf } from "@/test/fixtures/webhooks";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { Dispatcher } from "./dispatcher";
import { signatureHeaders } from "./signature-headers";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

const dispatcher = new Dispatcher({ drainMs: 100_000 });
let partner: TestPartner;
let receiver: Receiver;
beforeAll(async () => {
  partner = await makePartner();
  receiver = await startReceiver();
});
afterAll(async () => {
  await dispatcher.stop();
  await receiver.close();
  await endTests();
});

const rotated = async () =>
  (await webhooksOf(partner).set(receiver.url)).json.data.webhookSecret as string;

/** Delivers an event, and returns which of the secrets sign it, by their places. */
async function signersOf(secrets: readonly string[]): Promise<number[]> {
  receiver.requests.length = 0;
  const [eventId = ""] = await commitEvents(partner.partnerId);
  await dispatcher.drain();
  const { headers, body: bytes } = receiver.requests[0] ?? expect.fail();
  const body = bytes.toString("utf8");
  const timestampS = Number(headers["webhook-timestamp"]);
  const signatures = String(headers["webhook-signature"]).split(" ");
  return signatures.map((signature) =>
    secrets.findIndex(
      (secret) =>
        signatureHeaders({ eventId, timestampS, body, secrets: [secret] })["webhook-signature"] ===
        signature,
    ),
  );
}

test("a former secret signs for 24 hours after its own rotation, and no longer", async () => {
  const secrets = [await rotated(), await rotated()];
  secrets.push(await later(DAY_MS / 2, rotated));
  const signersAt = (ms: number) => later(ms, () => signersOf(secrets));
  expect(await signersAt(DAY_MS - MINUTE_MS)).toEqual([2, 1, 0]);
  expect(await signersAt(DAY_MS + MINUTE_MS)).toEqual([2, 1]);
  expect(await signersAt(1.5 * DAY_MS - MINUTE_MS)).toEqual([2, 1]);
  expect(await signersAt(1.5 * DAY_MS + MINUTE_MS)).toEqual([2]);
});
