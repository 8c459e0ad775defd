import { audit } from "@/lib/ledger/audit";
import { exitCodes, runCommand } from "./command.ts";
import { databaseUrls } from "./database/urls.ts";

/**
 * `npm run audit`, with DATABASE_URL: each invariant of the books. Exit code 0 when all hold, 1 when one is broken, 2 when
 * they could not be checked.
 */
await runCommand(async () => {
  const findings = await audit(databaseUrls().direct);
  const broken = findings.filter(({ brokenRows }) => brokenRows.length > 0);
  for (const { name, meaning, brokenRows } of findings) {
    console.log(`${brokenRows.length === 0 ? "ok    " : "BROKEN"} ${name}`);
    if (brokenRows.length === 0) continue;
    console.log(`       ${meaning}`);
    console.table(brokenRows);
  }
  console.log(`${findings.length} invariants, ${broken.length} broken`);
  return broken.length === 0 ? exitCodes.sound : exitCodes.broken;
});
