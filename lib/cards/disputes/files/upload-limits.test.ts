import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { POST } from "@/app/api/v1/partner/card/transactions/[serviceTransactionId]/evidence-files/route";
import { countOpenUploads, MAX_OPEN_UPLOADS } from "@/lib/http/limit-upload";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { eventually } from "@/test/eventually";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { pdf, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { type Answer, answerOf } from "@/test/http/call";
import { expectRefusal } from "@/test/http/expect-answer";

let partner: TestPartner;
let purchase: string;

beforeEach(async () => {
  partner = await makePartner();
  purchase = await settledPurchase(partner, await makeCard(partner, { amountUsd: 100 }), 20);
});
afterEach(() => {
  expect(countOpenUploads()).toBe(0);
});
afterAll(endTests);

/** An upload whose body arrives when the test says so. */
interface HeldUpload {
  answer: Promise<Answer>;
  /** How often the service has asked for a part of the body. */
  reads(): number;
  complete(): void;
  /** Breaks the body off, as a client does that disconnects. */
  cut(): void;
}

function upload({ apiKey }: TestPartner): HeldUpload {
  let reads = 0;
  const end = Promise.withResolvers<Uint8Array>();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reads += 1;
        controller.enqueue(await end.promise);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/pdf" };
  const init = { method: "POST", headers, body, duplex: "half" };
  const request = new Request("http://127.0.0.1:3000/files?name=a.pdf", init as RequestInit);
  const params = Promise.resolve({ serviceTransactionId: purchase });
  return {
    answer: POST(request, { params }).then(answerOf),
    reads: () => reads,
    complete: () => end.resolve(pdf()),
    cut: () => end.reject(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  };
}

test("an upload over the rate of its partner is refused before its body is read", async () => {
  const bucket = `evidenceFile ${partner.partnerId}`;
  const { answer, reads } = await atOneInstant(async () => {
    for (let n = 0; n < RATE_LIMITS.evidenceFile.burst; n += 1)
      await limitRate(bucket, RATE_LIMITS.evidenceFile);
    const sent = upload(partner);
    await sent.answer;
    return sent;
  });
  const refused = await answer;
  expectRefusal(refused, 429, "RATE_LIMITED");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(reads()).toBe(0);
});

test("a partner's ninth upload at a time is refused before its body is read", async () => {
  const held = Array.from({ length: MAX_OPEN_UPLOADS }, () => upload(partner));
  await eventually(() => expect(held.map(({ reads }) => reads())).not.toContain(0));
  const ninth = upload(partner);
  const refused = await ninth.answer;
  expectRefusal(refused, 429, "RATE_LIMITED");
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(refused.json.data.error).toContain("You have 8 uploads under way.");
  expect(ninth.reads()).toBe(0);
  const other = upload(await makePartner());
  other.complete();
  expectRefusal(await other.answer, 404, "TRANSACTION_NOT_FOUND");
  held[0]?.complete();
  expect((await held[0]?.answer)?.status).toBe(201);
  const next = upload(partner);
  for (const { complete } of [...held, next]) complete();
  expect((await next.answer).status).toBe(201);
  await Promise.all(held.map(({ answer }) => answer));
});

test("an upload that breaks off stops counting", async () => {
  const { answer, reads, cut } = upload(partner);
  await eventually(() => expect(reads()).toBe(1));
  expect(countOpenUploads()).toBe(1);
  cut();
  expect((await answer).status).toBe(400);
});

test("a stranger's upload is neither read nor counted", async () => {
  const { answer, reads } = upload({ ...partner, apiKey: "unknown" });
  expectRefusal(await answer, 401, "UNAUTHORIZED");
  expect([reads(), countOpenUploads()]).toEqual([0, 0]);
});
