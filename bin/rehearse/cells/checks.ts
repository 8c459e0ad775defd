import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usd } from "../../cells/compare.ts";
import { type Findings, requireSame } from "../findings.ts";
import type { LoadLog } from "../load/operations.ts";
import { HOST } from "../ports.ts";
import { checkInternal } from "../service/check-internal.ts";
import { chainReader } from "../service/read-chain.ts";
import { runCommand } from "../service/run-command.ts";
import type { WalletInBooks } from "../verify/read-books.ts";
import { runChecks, verify, wrongBooks } from "../verify/verify.ts";
import { askBalance } from "./ask-balance.ts";
import type { Ports } from "./configuration.ts";
import { type makeMoney, type PeopledCell, readTotal } from "./money.ts";

type Pair = readonly [PeopledCell, PeopledCell];

/** What is known of a cell without its books. */
export interface Known {
  cell: PeopledCell;
  log: LoadLog;
  /** The wallets before the load. */
  before: ReadonlyMap<string, WalletInBooks>;
}

const count = (number: number) => number.toLocaleString("en-US");

/** Checks that a key reaches its own cell at the address of the API, and that another cell refuses it and names its cell. */
export async function checkRouting(cells: Pair, apiUrl: string, { check }: Findings) {
  await check("at the one address of the API each key reaches its cell", async () => {
    for (const { name, partner } of cells) {
      const { status, cell } = await askBalance(apiUrl, partner.apiKey);
      requireSame(`the answer to the key of ${name}`, `${status} of ${cell}`, `200 of ${name}`);
    }
    return cells.map(({ name }) => `\`${name}\``).join(", ");
  });
  await check("at that address a request without a key reaches the first cell", async () => {
    const { status, headers } = await fetch(`${apiUrl}/api/health`);
    requireSame("the answer", `${status} of ${headers.get("x-cell")}`, "200 of a");
    return "`a`";
  });
  await check(
    "at the host name of another cell a key is refused with its cell's name",
    async () => {
      const [a, b] = cells;
      const { status, text } = await askBalance(a.baseUrl, b.partner.apiKey);
      requireSame("the status", status, 401);
      if (!text.includes("This API key is of the cell b")) throw new Error(text);
      return "401";
    },
  );
}

/** Checks that the router leads nobody to the metrics and background routes of a cell. */
export async function checkRefusals(
  cells: Pair,
  apiUrl: string,
  ports: Ports,
  { check }: Findings,
): Promise<void> {
  await check("the router passes nothing on to /api/internal", async () => {
    let seen = "";
    for (const { name, baseUrl, settings } of cells)
      for (const url of [baseUrl, apiUrl])
        seen = await checkInternal(url, `http://${HOST}:${ports[`${name}Web`]}`, settings.web);
    return `${seen}, at each host name`;
  });
}

/** Checks the books of each cell, all cells against each other, and all of them against the chain. */
export async function checkAll(
  known: readonly Known[],
  money: ReturnType<typeof makeMoney>,
  data: string,
  findings: Findings,
): Promise<void> {
  for (const each of known) await checkCell(each, money.net, findings);
  const cells = known.map(({ cell }) => cell);
  const { check } = findings;
  await check("`npm run compare-cells`: no address and no partner is in two cells", async () => {
    const file = join(data, "cells");
    const lines = cells.map(({ name, ownerUrl }) => `${name} ${ownerUrl}\n`);
    await writeFile(file, lines.join(""), { mode: 0o600 });
    const { code, output } = await runCommand(
      "compare-cells",
      [file],
      cells[0]?.settings.web ?? {},
    );
    const last = output.trim().split("\n").at(-1) ?? "";
    if (code !== 0) throw new Error(last);
    return last;
  });
  await check(
    "ledgers, chain and what was paid in less what was paid out are the same sum",
    async () => {
      const [first] = cells;
      if (first === undefined) throw new Error("There is no cell.");
      const { booksMicroUsd, chainMicroUsd } = await readTotal(
        cells,
        chainReader(first.settings.worker),
      );
      requireSame(
        "what all cells have on the chain",
        usd(chainMicroUsd),
        usd(money.onChainMicroUsd()),
      );
      requireSame("what all ledgers have in custody", usd(booksMicroUsd), usd(chainMicroUsd));
      return `${usd(chainMicroUsd)} USDC`;
    },
  );
}

async function checkCell(
  { cell, log, before }: Known,
  net: ReadonlyMap<string, bigint>,
  { check }: Findings,
): Promise<void> {
  const { name, ownerUrl, partner, settings } = cell;
  const partnerIds = [partner.partnerId];
  await check(
    `\`${name}\`: each acknowledged operation stands once, and the wallet is the sum`,
    async () => {
      const { comparison, wallets } = await verify({
        ...{ url: ownerUrl, partnerIds, log, before },
        deposited: net,
      });
      const wrong = wrongBooks(comparison, wallets);
      if (wrong.length > 0) throw new Error(wrong.join("; "));
      return `${count(comparison.acknowledged)} operations, 0 lost, 0 duplicated`;
    },
  );
  for (const { command, code, lastLine } of await runChecks(settings.worker))
    await check(`\`${name}\`: \`${command}\``, async () => {
      if (code !== 0) throw new Error(lastLine);
      return lastLine;
    });
  await check(`\`${name}\`: no payout of the other cell is taken for an unknown one`, async () => {
    const { code, output } = await runCommand("restore-mode", ["status"], settings.worker);
    if (code !== 0) throw new Error(output);
    return output.trim();
  });
}
