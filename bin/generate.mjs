/** `npm run generate`: the Prisma client, unless it is that of the schema as it stands. */
import "./steps/check-node.mjs";
import { explain } from "./steps/faults.mjs";
import { generateIfStale } from "./steps/generate.mjs";

try {
  await generateIfStale();
} catch (error) {
  process.exitCode = explain(error);
}
