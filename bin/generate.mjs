/** `npm run generate`: the table of the API's routes and the Prisma client, each unless it is up to date. */
import "./bootstrap/check-node.mjs";
import { explain } from "./bootstrap/faults.mjs";

try {
  await import("./bootstrap/run-typescript.mjs");
  const { generateIfStale } = await import("./build/generate.ts");
  await generateIfStale();
} catch (error) {
  process.exitCode = explain(error);
}
