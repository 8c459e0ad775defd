import "@/test/database";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AnyContract } from "@/lib/contract/contract";
import { disconnect, openConnections } from "@/lib/db";
import { ANY_STATEMENT, type Cut, startPooler } from "@/test/database/pooler";
import { endTests } from "@/test/fixtures/make";
import { type Browser, signedIn } from "@/test/fixtures/people";
import { type ExportWorld, everyExport, makeExportWorld, openExport } from "./exports";

// Each row is a batch, so that few rows are many batches.
vi.mock("@/lib/db/batch-rows", () => ({ BATCH_ROWS: 1, CONSOLE_BATCH_ROWS: 1 }));

let world: ExportWorld;
let owner: Browser;
let pooler: Awaited<ReturnType<typeof startPooler>>;

beforeAll(async () => {
  world = await makeExportWorld();
  owner = await signedIn(world.owner);
  pooler = await startPooler();
  // After it, so that nothing in the background opens a direct connection in between.
  await disconnect();
  await openConnections();
});
afterAll(async () => {
  await pooler.stop();
  await endTests();
});

const open = (contract: AnyContract) =>
  openExport(contract, world, contract.audience === "admin" ? world.admin.browser : owner);

async function textOf(contract: AnyContract): Promise<string> {
  const response = await open(contract);
  expect(response.status).toBe(200);
  return response.text();
}

/** Loses the connection of one statement after the first part was sent, and returns what arrived. */
async function cutTextOf(contract: AnyContract, skipped: number) {
  const { body } = await open(contract);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  let cut: Cut | undefined;
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    cut ??= pooler.cutConnections({ text: ANY_STATEMENT, when: "after", times: 1, skipped });
  }
  return { text: text.replace("\ufeff", ""), isCut: cut?.times === 0 };
}

test.each(await everyExport())(
  "$id goes on when the connection of a statement after its first part is lost",
  async (contract) => {
    const whole = await textOf(contract);
    for (const skipped of [0, 1]) {
      const { text, isCut } = await cutTextOf(contract, skipped);
      expect(isCut, `${contract.id} sends ${skipped + 1} statements after its first part`).toBe(
        true,
      );
      expect(text).toBe(whole);
    }
  },
);
