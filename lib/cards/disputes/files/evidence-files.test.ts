import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE as deleteUser } from "@/app/api/v1/partner/card/users/[serviceId]/route";
import { now } from "@/lib/kernel/clock";
import {
  addedFile,
  decidedDispute,
  disputeBody,
  openedDispute,
  pdf,
  settledPurchase,
} from "@/test/fixtures/disputes";
import { later } from "@/test/fixtures/later";
import { call, endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import type { Answer } from "@/test/http/call";
import { atOnce, type Client, clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { advanceDisputes } from "../advance-disputes";
import { purgeEvidenceFiles } from "./purge-files";
import { MAX_EVIDENCE_BYTES } from "./rules";
import { unsealFile } from "./seal-file";
import { readFileOf } from "./store";

let partner: TestPartner;
let client: Client;
let cardId: string;
let purchase: string;

beforeEach(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  cardId = await makeCard(partner, { amountUsd: 100 });
  purchase = await settledPurchase(partner, cardId, 20);
});
afterAll(endTests);

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

const storedIds = async () =>
  (
    await sql("SELECT id FROM dispute_files WHERE partner_id = $1 ORDER BY id", [partner.partnerId])
  ).map(({ id }) => id);
const add = (bytes: Uint8Array, rest: { name?: string; type?: string } = {}) =>
  client.addFile(purchase, { bytes, ...rest });
/** Expects the refusal of a field by a rule. */
function expectField({ status, json }: Answer, property: string, rule: string): string {
  expect(status).toBe(400);
  const [field] = json.data.error;
  expect([field.property, Object.keys(field.constraints)]).toEqual([property, [rule]]);
  return field.constraints[rule];
}

describe("upload", () => {
  test.each([
    ["application/pdf", pdf()],
    ["image/png", PNG],
    ["image/jpeg", JPEG],
  ])("stores a file as %s by its content, encrypted", async (mediaType, bytes) => {
    const { status, json } = await add(bytes, { name: "bill.txt" });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ name: "bill.txt", mediaType, sizeBytes: bytes.length });
    const [row] = await sql("SELECT content, key_sealed FROM dispute_files WHERE id = $1", [
      json.data.fileId,
    ]);
    expect(row.content.includes(bytes.subarray(0, 5))).toBe(false);
    const { json: list } = await client.listFiles(purchase);
    expect(list.data).toEqual({ files: [json.data], maxFiles: 5 });
  });

  test("refuses other formats, whatever name and Content-Type say", async () => {
    for (const text of ["<svg onload='alert(1)'/>", "<html>", "MZ", " %PDF-1.7", "GIF89a"]) {
      const answer = await add(Buffer.from(text));
      expect(expectField(answer, "file", "isFormat")).toBe("file must be a PDF, PNG or JPEG file");
    }
    for (const type of ["text/html", "image/svg+xml", "application/json", "multipart/form-data"])
      expectRefusal(await add(pdf(), { type }), 415, "UNSUPPORTED_MEDIA_TYPE");
    expect(await storedIds()).toEqual([]);
  });

  test("takes 5 MB and not a byte more, and no empty file", async () => {
    const largest = Buffer.concat([pdf(), randomBytes(MAX_EVIDENCE_BYTES)]);
    expect((await add(largest.subarray(0, MAX_EVIDENCE_BYTES))).status).toBe(201);
    const answer = await add(largest.subarray(0, MAX_EVIDENCE_BYTES + 1));
    expect(expectField(answer, "file", "maxSize")).toBe("file must be at most 5 MB");
    expectField(await add(Buffer.alloc(0)), "file", "isNotEmpty");
  });

  test.each([
    ["", "isNotEmpty"],
    ["a/b.pdf", "isFileName"],
    ["..\\x.pdf", "isFileName"],
    ["a\u0000.pdf", "isText"],
    ["x".repeat(121), "maxLength"],
  ])("refuses the name %j", async (name, rule) => {
    expectField(await add(pdf(), { name }), "name", rule);
  });

  test("the same file is stored once, also when it is sent at the same time", async () => {
    const answers = await atOnce(4, () => add(pdf()));
    expect(new Set(answers.map(({ json }) => json.data.fileId)).size).toBe(1);
    expect(await storedIds()).toHaveLength(1);
  });

  test("a transaction has at most 5 files, and a removed one makes room", async () => {
    const answers = await atOnce(7, (n) => add(pdf(`file ${n}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 400);
    expect(JSON.stringify(refused?.json)).toContain('"maxCount"');
    const [first] = await storedIds();
    expect((await client.removeFile(first)).json.data).toEqual({ fileId: first });
    expectRefusal(await client.removeFile(first), 404, "EVIDENCE_FILE_NOT_FOUND");
    expect((await add(pdf("another"))).status).toBe(201);
  });

  test("a card of Stripe has one file per dispute", async () => {
    await sql(
      "UPDATE cards SET issuer = 'stripe', number_sealed = NULL, cvv_sealed = NULL WHERE id = $1",
      [cardId],
    );
    const fileId = await addedFile(partner, purchase);
    expect(JSON.stringify((await add(PNG)).json)).toContain("Combine the documents into one PDF");
    expect((await client.listFiles(purchase)).json.data.maxFiles).toBe(1);
    const body = disputeBody({ evidenceFileIds: [fileId, "dfl_x"] });
    expectField(await client.dispute(purchase, body), "evidenceFileIds", "arrayMaxSize");
  });

  test("a file of another partner is unknown", async () => {
    const fileId = await addedFile(partner, purchase);
    const stranger = clientOf(await makePartner());
    expectRefusal(await stranger.removeFile(fileId), 404, "EVIDENCE_FILE_NOT_FOUND");
    expectRefusal(await stranger.listFiles(purchase), 404, "TRANSACTION_NOT_FOUND");
    expectRefusal(await stranger.addFile(purchase, { bytes: pdf() }), 404, "TRANSACTION_NOT_FOUND");
  });
});

describe("a dispute with files", () => {
  test("shows them, and the issuer gets each once", async () => {
    const evidenceFileIds = [
      await addedFile(partner, purchase),
      await addedFile(partner, purchase, PNG),
    ];
    const disputeId = await openedDispute(partner, purchase, { evidenceFileIds });
    const { evidenceFiles, ...data } = (await client.getDispute(disputeId)).json.data;
    expect(evidenceFiles.map(({ fileId }: { fileId: string }) => fileId)).toEqual(evidenceFileIds);
    expect(data.evidenceFileIds).toBeUndefined();
    expect((await client.listFiles(purchase)).json.data.files).toEqual([]);
    await advanceDisputes();
    const rows = await sql(
      "SELECT id, issuer_file_id FROM dispute_files WHERE dispute_id = $1 ORDER BY id",
      [disputeId],
    );
    expect(rows).toEqual(evidenceFileIds.map((id) => ({ id, issuer_file_id: `sandbox_${id}` })));
    const stored = await readFileOf(disputeId, evidenceFileIds[0] ?? "");
    expect(stored && Buffer.from(unsealFile(stored))).toEqual(pdf());
  });

  test("cannot have unknown files, the same file twice, or files of another transaction", async () => {
    const other = await settledPurchase(partner, cardId, 10);
    const foreign = await addedFile(partner, other);
    for (const id of [foreign, "dfl_x", "dfl_01k9x70c5r8e5t2v7w4y0z1a2b"])
      expectRefusal(
        await client.dispute(purchase, disputeBody({ evidenceFileIds: [id] })),
        404,
        "EVIDENCE_FILE_NOT_FOUND",
      );
    const own = await addedFile(partner, purchase);
    const twice = await client.dispute(purchase, disputeBody({ evidenceFileIds: [own, own] }));
    expectField(twice, "evidenceFileIds", "arrayUnique");
  });

  test("keeps its files while it is open, and one that came to nothing gives them back", async () => {
    const fileId = await addedFile(partner, purchase);
    const first = await openedDispute(partner, purchase, { evidenceFileIds: [fileId] });
    expectRefusal(await client.removeFile(fileId), 404, "EVIDENCE_FILE_NOT_FOUND");
    await decidedDispute(partner, first, "withdrawn");
    const second = await openedDispute(partner, purchase, { evidenceFileIds: [fileId] });
    expect((await client.getDispute(first)).json.data.evidenceFiles).toEqual([]);
    expect((await client.getDispute(second)).json.data.evidenceFiles).toHaveLength(1);
  });

  test("either takes a file or is refused when the file is removed at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await settledPurchase(partner, cardId, 2);
      const fileId = await addedFile(partner, id);
      const [opened, removed] = await Promise.all([
        client.dispute(id, disputeBody({ evidenceFileIds: [fileId] })),
        client.removeFile(fileId),
      ]);
      expect([opened.status, removed.status]).toEqual(
        opened.status === 201 ? [201, 404] : [404, 200],
      );
    }
  });
});

describe("deletion", () => {
  const ago = (table: string, column: string, id: string, days: number) =>
    sql(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [
      id,
      new Date(now().getTime() - days * 86_400_000),
    ]);

  test("files without a dispute go after a day, and those of a decided dispute after 30 days", async () => {
    const fileId = await addedFile(partner, purchase);
    const disputeId = await openedDispute(partner, purchase, { evidenceFileIds: [fileId] });
    const free = await addedFile(partner, purchase, PNG);
    await ago("dispute_files", "created_at", fileId, 40);
    await purgeEvidenceFiles();
    expect(await storedIds()).toEqual([fileId, free]);
    await decidedDispute(partner, disputeId, "lost");
    await ago("dispute_files", "created_at", free, 1.01);
    await purgeEvidenceFiles();
    expect(await storedIds()).toEqual([fileId]);
    await ago("card_disputes", "decided_at", disputeId, 31);
    await purgeEvidenceFiles();
    expect(await storedIds()).toEqual([]);
    expect((await client.getDispute(disputeId)).json.data.evidenceFiles).toEqual([]);
  });

  test("a file that is uploaded again is kept for a day from then on", async () => {
    const fileId = await addedFile(partner, purchase);
    await ago("dispute_files", "created_at", fileId, 0.99);
    const again = await add(pdf());
    expect([again.status, again.json.data.fileId]).toEqual([201, fileId]);
    expect((await client.listFiles(purchase)).json.data.files).toEqual([again.json.data]);
    await later(3_600_000, purgeEvidenceFiles);
    await openedDispute(partner, purchase, { evidenceFileIds: [fileId] });
  });

  test("a file that a failed dispute of long ago gave back is kept for a day once it is uploaded again", async () => {
    const fileId = await addedFile(partner, purchase);
    const first = await openedDispute(partner, purchase, { evidenceFileIds: [fileId] });
    await decidedDispute(partner, first, "withdrawn");
    await ago("dispute_files", "created_at", fileId, 31);
    await ago("card_disputes", "decided_at", first, 31);
    expect((await add(pdf())).json.data.fileId).toBe(fileId);
    await purgeEvidenceFiles();
    await openedDispute(partner, purchase, { evidenceFileIds: [fileId] });
  });

  test("the files of a deleted user are deleted with the user", async () => {
    const fileId = await addedFile(partner, purchase);
    await openedDispute(partner, purchase, { evidenceFileIds: [fileId] });
    await advanceDisputes();
    await client.terminate(cardId);
    const [{ user_id: serviceId }] = await sql("SELECT user_id FROM cards WHERE id = $1", [cardId]);
    const { status } = await call(deleteUser, {
      method: "DELETE",
      apiKey: partner.apiKey,
      params: { serviceId },
    });
    expect(status).toBe(200);
    expect(await storedIds()).toEqual([]);
  });
});
