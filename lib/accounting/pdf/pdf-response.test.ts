import { expect, test } from "vitest";
import { inRequest, setCallerId, setCredential } from "@/lib/kernel/request-context";
import { MAX_OPEN_PDFS, pdfResponse } from "./pdf-response";

type Make = () => Promise<Buffer>;
const ofPartner = (partnerId: string, make: Make) =>
  inRequest("req_test", async () => {
    setCallerId(partnerId);
    setCredential({ sessionId: "ses_1", personId: "prs_1" });
    return pdfResponse("statement.pdf", make);
  });
const ofOperator = (personId: string, make: Make) =>
  inRequest("req_test", async () => {
    setCredential({ sessionId: `ses_${personId}`, personId });
    return pdfResponse("statement.pdf", make);
  });
const made = async () => Buffer.from("%PDF");
const limited = { code: "RATE_LIMITED" };

/** Makes a PDF that is complete when `finish` is called. */
function held() {
  const { promise, resolve: finish } = Promise.withResolvers<Buffer>();
  return { make: () => promise, finish: () => finish(Buffer.from("%PDF")) };
}

test("one PDF is made at a time", async () => {
  let running = 0;
  const most: number[] = [];
  const make = async () => {
    running += 1;
    most.push(running);
    await new Promise(setImmediate);
    running -= 1;
    return Buffer.from("%PDF");
  };
  const partners = ["ptn_1", "ptn_2", "ptn_3", "ptn_4", "ptn_5"];
  const answers = await Promise.all(partners.map((partnerId) => ofPartner(partnerId, make)));
  expect(most).toEqual([1, 1, 1, 1, 1]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(5).fill("%PDF"));
});

test("a partner, and an operator, has a few under way; others are not refused", async () => {
  const { make, finish } = held();
  const underWay = Array.from({ length: MAX_OPEN_PDFS }, () => [
    ofPartner("ptn_1", make),
    ofOperator("prs_9", make),
  ]).flat();
  await expect(ofPartner("ptn_1", made)).rejects.toMatchObject(limited);
  await expect(ofOperator("prs_9", made)).rejects.toMatchObject(limited);
  const others = [ofPartner("ptn_2", made), ofOperator("prs_8", made)];
  finish();
  expect((await Promise.all([...underWay, ...others])).every(({ ok }) => ok)).toBe(true);
  expect((await ofPartner("ptn_1", made)).status).toBe(200);
});

test("a PDF that could not be made does not hold up others", async () => {
  const failing = () => Promise.reject(new Error("the database is away"));
  for (let nth = 0; nth <= MAX_OPEN_PDFS; nth++)
    await expect(ofPartner("ptn_1", failing)).rejects.toThrow("the database is away");
  expect((await ofPartner("ptn_1", made)).status).toBe(200);
});

test("HEAD makes none", async () => {
  const failing = () => Promise.reject(new Error("made"));
  const answer = await inRequest("req_test", () => pdfResponse("statement.pdf", failing), {
    isHead: true,
  });
  expect(answer.headers.get("content-type")).toBe("application/pdf");
});
