import { audit } from "../lib/ledger/audit.ts";

/** `npm run audit`, with DATABASE_URL: each invariant of the books, and exit code 1 when one is broken. */
const databaseUrl = process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL;
if (databaseUrl === undefined || databaseUrl === "") {
  console.error("DATABASE_URL is not set: it names the database whose books are checked.");
  process.exit(2);
}
const findings = await audit(databaseUrl);
const broken = findings.filter(({ brokenRows }) => brokenRows.length > 0);
for (const { name, meaning, brokenRows } of findings) {
  console.log(`${brokenRows.length === 0 ? "ok    " : "BROKEN"} ${name}`);
  if (brokenRows.length === 0) continue;
  console.log(`       ${meaning}`);
  console.table(brokenRows);
}
console.log(`${findings.length} invariants, ${broken.length} broken`);
process.exit(broken.length === 0 ? 0 : 1);
