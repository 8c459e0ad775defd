/** `npm run generate`: the table of the API's routes and the Prisma client, each unless it is up to date. */
import "./steps/check-node.mjs";
import { explain } from "./steps/faults.mjs";
import { generateIfStale } from "./steps/generate.mjs";

try {
  await generateIfStale();
} catch (error) {
  process.exitCode = explain(error);
}
