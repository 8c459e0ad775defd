import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { asApp } from "../bin/postgres/create-database.ts";
import { testEnvironment } from "./environment.ts";

// Before each file, and before the application's code reads its settings. The name costs nothing;
// the database is made by test/database/index.ts, for the files that import it.
const databaseUrl = new URL(inject("databaseServer").templateUrl);
databaseUrl.pathname = `/test_${randomBytes(8).toString("hex")}`;
process.env.TEST_OWNER_URL = databaseUrl.href;
// The service logs in as its own role in the tests too; test/database/owner-url.ts is for what tests do past it.
const appUrl = asApp(databaseUrl.href, inject("databaseServer").appPassword);
Object.assign(process.env, testEnvironment(appUrl));
