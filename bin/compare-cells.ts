import { readFile } from "node:fs/promises";
import { readCellList, sharedBetween, sumsOf } from "./cells/compare.ts";
import { DEPOSIT_ADDRESS, readCell } from "./cells/read-cell.ts";
import { exitCodes, ITS_OWN_ARGUMENTS, runCommand } from "./command.ts";
import { databaseAdvice, reasonOf } from "./database/errors.ts";

/** The number of printed sentences, which suffices to find a wrong set-up. */
const MAX_SHOWN = 20;

/**
 * `npm run compare-cells -- <file>`: the money of each cell and of all, and whether two cells share what only one may have: an
 * address on the chains, or a partner. The file has a line `name postgresql://…` for each cell. Exit code 0 when nothing is
 * shared, 1 when something is, 2 when a cell could not be read. Source: docs/scaling.md
 */
await runCommand(async () => {
  const [path, ...others] = process.argv.slice(2);
  if (path === undefined || others.length > 0)
    throw new Error("npm run compare-cells -- <file with a line for each cell>");
  const cells = await Promise.all(
    readCellList(await readFile(path, "utf8")).map(({ name, databaseUrl }) =>
      readCell(name, databaseUrl).catch((error: unknown) => {
        throw new Error(`The cell ${name}: ${databaseAdvice(error) ?? reasonOf(error)}`);
      }),
    ),
  );
  console.table(sumsOf(cells));
  const shared = sharedBetween(cells);
  for (const each of shared.slice(0, MAX_SHOWN)) console.log(`SHARED ${each}`);
  for (const { name, addresses } of cells)
    if (![...addresses.values()].includes(DEPOSIT_ADDRESS))
      console.log(
        `${name} has no deposit address yet. Run this again after its first partner: only then does it show whether another cell has the same DEPOSIT_XPUB.`,
      );
  console.log(`${cells.length} cells compared, ${shared.length} shared`);
  return shared.length === 0 ? exitCodes.sound : exitCodes.broken;
}, ITS_OWN_ARGUMENTS);
