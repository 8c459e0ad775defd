import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { testEnvironment } from "./environment.ts";

// Before each file, and before the application's code reads its settings. The name costs nothing;
// the database is made by test/database.ts, for the files that import it.
const databaseUrl = new URL(inject("databaseServer").templateUrl);
databaseUrl.pathname = `/test_${randomBytes(8).toString("hex")}`;
Object.assign(process.env, testEnvironment(databaseUrl.href));
