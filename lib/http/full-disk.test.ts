import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientOf } from "@/test/client";
import { expectNothingLost } from "@/test/keyed-outage";
import { endTests, makePartner } from "@/test/make";
import { canMakeDisk, moveToSmallDisk } from "@/test/small-disk";

/**
 * Faults 25: a disk that is full. Tables lie on one that is: what a request writes finds room in some of them, and not in
 * the one that it writes to last. It takes the right to mount a disk; where that is missing, only the codes are tested
 * (to-service-error.test.ts).
 */
describe.skipIf(!(await canMakeDisk()))("on a disk that is full", () => {
  let disk: Awaited<ReturnType<typeof moveToSmallDisk>>;
  beforeAll(async () => {
    disk = await moveToSmallDisk();
  });
  afterAll(() => disk.stop());

  test("each of the six endpoints answers 503 and does nothing; with the same key it is done once there is room", async () => {
    const partner = await makePartner();
    await expectNothingLost(partner, {
      begin: () => disk.fill("wallet_transactions"),
      end: () => disk.empty(),
    });
  });

  test("what only reads is answered meanwhile", async () => {
    const partner = await makePartner();
    await disk.fill("wallet_transactions");
    expect((await clientOf(partner).balance()).status).toBe(200);
    await disk.empty();
  });
});
afterAll(endTests);
