/**
 * Lets this process import the project's TypeScript: `node --import ./bin/bootstrap/run-typescript.mjs bin/audit.ts`, or an
 * import of this file before the first TypeScript file. Node itself removes the types. Only where Node is older than 22.18
 * does tsx do it, which needs the packages. Why: docs/decisions/0058-typescript-by-node.md
 */
import * as nodeModule from "node:module";
import { pathToFileURL } from "node:url";
import { findTypeScript } from "./find-typescript.mjs";

if (process.features.typescript) {
  nodeModule.registerHooks({
    resolve(specifier, context, nextResolve) {
      const path = findTypeScript(specifier, context.parentURL);
      return nextResolve(path === undefined ? specifier : pathToFileURL(path).href, context);
    },
  });
} else {
  const { register } = await import("tsx/esm/api");
  register();
}
