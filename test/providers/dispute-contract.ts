import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DISPUTE_REASONS,
  type DisputeEvidence,
  type DisputeReason,
  type DisputeRequest,
  type EvidenceFile,
  type IssuerDispute,
  type IssuerDisputes,
} from "@/lib/cards/issuer/disputes/port";
import type { Failure } from "./stand-in/failures";
import type { StandIn } from "./stand-in/server";

interface DisputesUnderTest {
  disputes: IssuerDisputes;
  countDisputes(): number | Promise<number>;
  /** Makes a purchase of 12.50 and collects it; returns the id of the transaction to dispute. */
  purchase(): Promise<string>;
  /** Lets the dispute reach its submission, where the provider does that by itself. */
  letSubmit(id: string): Promise<void>;
  win(id: string): Promise<void>;
  lose(id: string): Promise<void>;
  stop(): Promise<void>;
}

/** An adapter that asks a stand-in server of its provider. */
export interface AdapterUnderTest extends DisputesUnderTest {
  standIn: Pick<StandIn, "failNext" | "stopFailing" | "forgetKeys">;
  /** The stand-in's name of the request that opens a dispute. */
  opensDispute: string;
  /** The stand-in's name of the request that carries a file. */
  uploadsFile: string;
  /** The contents of the files that count as evidence of a dispute. */
  filesOf(id: string): Uint8Array[];
  /** Gives the next answer a status that nobody knows. */
  giveUnknownStatus(body: Record<string, unknown>): void;
}

/** The longest answer that the adapters wait for is longer than that. */
const SLOW_MS = 300;

const fileOf = (id: string, text: string): EvidenceFile => ({
  id,
  name: "receipt.pdf",
  mediaType: "application/pdf",
  bytes: Buffer.from(`%PDF-1.7 ${text} \u0000\r\n--`),
});

const at = new Date("2026-11-23T10:00:00Z");

/** All facts that a reason may need. */
const evidence = (difference: Partial<DisputeEvidence> = {}): DisputeEvidence => ({
  reason: "not_received",
  explanation: "The parcel never came.",
  product: { description: "A bicycle", type: "merchandise" },
  expectedAt: new Date("2026-11-01T00:00:00Z"),
  receivedAt: new Date("2026-11-02T00:00:00Z"),
  canceledAt: new Date("2026-11-03T00:00:00Z"),
  returnedAt: new Date("2026-11-04T00:00:00Z"),
  ...difference,
});

const requestFor = (issuerTransactionId: string, change: Partial<DisputeRequest> = {}) => ({
  issuerTransactionId,
  amountMicroUsd: 12_500_000n,
  evidence: evidence(),
  filedAt: at,
  ...change,
});

type Opened = Partial<DisputeRequest>;

const openIn = async (
  { disputes, purchase }: DisputesUnderTest,
  change: Opened = {},
): Promise<IssuerDispute> => disputes.openDispute(requestFor(await purchase(), change));

/** The tests of the sandbox and of every adapter of the port `IssuerDisputes`. */
export function testDisputeContract(name: string, start: () => Promise<DisputesUnderTest>): void {
  let under: DisputesUnderTest;
  let disputes: IssuerDisputes;
  beforeAll(async () => {
    under = await start();
    disputes = under.disputes;
  });
  afterAll(() => under.stop());
  const open = (change: Opened = {}) => openIn(under, change);

  describe(`disputes of ${name}`, () => {
    test("a dispute is opened once per transaction", async () => {
      const transactionId = await under.purchase();
      const opened = await disputes.openDispute(requestFor(transactionId));
      expect(opened).toMatchObject({
        issuerTransactionId: transactionId,
        amountMicroUsd: 12_500_000n,
        status: "open",
      });
      const before = await under.countDisputes();
      expect(await disputes.openDispute(requestFor(transactionId))).toEqual(opened);
      expect(await under.countDisputes()).toBe(before);
      expect(await disputes.findDispute(opened.issuerDisputeId)).toEqual(opened);
    });

    test.each(DISPUTE_REASONS)(
      "the provider takes the evidence of the reason %s",
      async (reason) => {
        const { issuerDisputeId } = await open({ evidence: evidence({ reason }) });
        const service = evidence({ reason, product: { description: "A trip", type: "service" } });
        const changed = await disputes.changeEvidence(issuerDisputeId, service);
        expect(changed).toMatchObject({ issuerDisputeId, status: "open" });
      },
    );

    test.each(DISPUTE_REASONS)("a file is added once to a dispute for %s", async (reason) => {
      const { issuerDisputeId: id } = await open({ evidence: evidence({ reason }) });
      const file = fileOf(`dfl_${reason}`, reason);
      const first = await disputes.attachFile(id, evidence({ reason }), file);
      expect(await disputes.attachFile(id, evidence({ reason }), file)).toBe(first);
      expect(await disputes.findDispute(id)).toMatchObject({ status: "open" });
    });

    test("a submitted dispute cannot be changed, and can be submitted again without an error", async () => {
      const { issuerDisputeId } = await open();
      await disputes.submitDispute(issuerDisputeId);
      await under.letSubmit(issuerDisputeId);
      expect(await disputes.submitDispute(issuerDisputeId)).toMatchObject({ status: "submitted" });
      const change = disputes.changeEvidence(issuerDisputeId, evidence({ reason: "other" }));
      await expect(change).rejects.toMatchObject({ name: "ProviderRefused" });
    });

    test("lists disputes with their ends", async () => {
      const [won, lost] = [await open(), await open({ amountMicroUsd: 10_000n })];
      await under.win(won.issuerDisputeId);
      await under.lose(lost.issuerDisputeId);
      const listed = new Map<string, string>();
      for await (const each of disputes.listDisputes())
        listed.set(each.issuerDisputeId, each.status);
      expect(listed.get(won.issuerDisputeId)).toBe("won");
      expect(listed.get(lost.issuerDisputeId)).toBe("lost");
      expect(listed.size).toBe(await under.countDisputes());
    });

    test("refuses more than the transaction, an unknown transaction, and fractions of a cent", async () => {
      const refused = { name: "ProviderRefused" };
      await expect(open({ amountMicroUsd: 12_510_000n })).rejects.toMatchObject(refused);
      const unknown = disputes.openDispute(requestFor(crypto.randomUUID()));
      await expect(unknown).rejects.toMatchObject(refused);
      await expect(open({ amountMicroUsd: 12_499_999n })).rejects.toThrow(RangeError);
    });
  });
}

/** The tests of every adapter when its provider fails. The sandbox cannot fail. */
export function testDisputeFailures(name: string, start: () => Promise<AdapterUnderTest>): void {
  let under: AdapterUnderTest;
  let disputes: IssuerDisputes;
  beforeAll(async () => {
    under = await start();
    disputes = under.disputes;
  });
  afterAll(() => under.stop());
  const open = (change: Opened = {}) => openIn(under, change);

  describe(`failures of disputes of ${name}`, () => {
    test("no second dispute is opened after the provider has forgotten the request's key", async () => {
      const request = requestFor(await under.purchase());
      const opened = await disputes.openDispute(request);
      const before = await under.countDisputes();
      under.standIn.forgetKeys();
      expect(await disputes.openDispute(request)).toEqual(opened);
      expect(await under.countDisputes()).toBe(before);
    });

    test.each([
      ["500 after success", { kind: "fail after success", status: 500 }],
      ["a connection that is cut after the effect", { kind: "cut", effect: "done" }],
    ] as const)("no second dispute is opened after %s", async (_, failure) => {
      const request = requestFor(await under.purchase());
      const before = await under.countDisputes();
      under.standIn.failNext(failure, { operation: under.opensDispute, times: 3 });
      await expect(disputes.openDispute(request)).rejects.toMatchObject({
        name: "ProviderUnavailable",
      });
      under.standIn.stopFailing();
      expect(await disputes.openDispute(request)).toMatchObject({ status: "open" });
      expect(await under.countDisputes()).toBe(before + 1);
    });

    const attach = (id: string, file: EvidenceFile, reason: DisputeReason = "not_received") =>
      disputes.attachFile(id, evidence({ reason }), file);
    const expectOne = (id: string, { bytes }: EvidenceFile) =>
      expect(under.filesOf(id).map((each) => Buffer.from(each))).toEqual([bytes]);

    test.each(DISPUTE_REASONS)("the file of a dispute for %s counts once", async (reason) => {
      const { issuerDisputeId: id } = await open({ evidence: evidence({ reason }) });
      const file = fileOf(`dfl_${reason}`, reason);
      await attach(id, file, reason);
      await attach(id, file, reason);
      expectOne(id, file);
    });

    test.each<[string, Failure]>([
      ["a slow answer", { kind: "slow", delayMs: SLOW_MS }],
      ["429", { kind: "refuse", status: 429, retryAfterS: 1 }],
      ["503", { kind: "refuse", status: 503 }],
      ["500 after success", { kind: "fail after success", status: 500 }],
      ["a cut connection", { kind: "cut", effect: "none" }],
      ["a connection that is cut after the effect", { kind: "cut", effect: "done" }],
    ])("a dispute has a file once after %s", async (failureName, failure) => {
      const { issuerDisputeId: id } = await open();
      const file = fileOf(`dfl_${failureName}`, failureName);
      under.standIn.failNext(failure, { operation: under.uploadsFile, times: 3 });
      const isSlow = failure.kind === "slow";
      const attempt = attach(id, file);
      if (isSlow) await attempt;
      else await expect(attempt).rejects.toMatchObject({ name: "ProviderUnavailable" });
      under.standIn.stopFailing();
      // Providers remember answers of 500 with the key of the request.
      if (failure.kind === "fail after success") under.standIn.forgetKeys();
      await attach(id, file);
      expectOne(id, file);
    });

    test("a status that this version does not know is unknown", async () => {
      const { issuerDisputeId } = await open();
      under.standIn.failNext({ kind: "change answer", change: under.giveUnknownStatus });
      expect(await disputes.findDispute(issuerDisputeId)).toMatchObject({ status: "unknown" });
    });
  });
}
