import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { asApp } from "../bin/postgres/create-database.ts";
import { testEnvironment } from "./environment.ts";

// This module runs before each test file, and before the application reads its settings. It only chooses a name for the
// database; test/database/index.ts creates the database for the files that import it.
const databaseUrl = new URL(inject("databaseServer").templateUrl);
databaseUrl.pathname = `/test_${randomBytes(8).toString("hex")}`;
process.env.TEST_OWNER_URL = databaseUrl.href;
// The service logs in with its own role in the tests too; test/database/owner-url.ts has the owner's URL for other
// work.
const appUrl = asApp(databaseUrl.href, inject("databaseServer").appPassword);
Object.assign(process.env, testEnvironment(appUrl));
