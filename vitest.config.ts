import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { filesByProcess } from "./test/files-by-process.ts";

// What is in node_modules is compiled once, and not anew in the process of each file.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const { own, modules, shared } = filesByProcess(
  (path) => path.endsWith(".test.ts") && !/^(e2e|bench)\//.test(path),
);

export default defineConfig({
  // Not in node_modules, which the copies of test:mutants share: each copy writes its own.
  cacheDir: join(import.meta.dirname, "test-results/.vite"),
  resolve: {
    alias: {
      "@node-rs/argon2": join(import.meta.dirname, "test/quick-argon2.ts"),
      "@": import.meta.dirname,
    },
  },
  test: {
    environment: "node",
    deps: {
      optimizer: {
        // These packages have hundreds of small files. As one bundle each they load in a third of the time, which every
        // test file spends anew. Without pg: the Prisma adapter loads it too, and both must see the same classes.
        ssr: {
          enabled: true,
          include: [
            "fast-check",
            "lithic",
            "next-auth",
            "next-auth/jwt",
            "next-auth/providers/credentials",
            "stripe",
            "viem",
            "viem/accounts",
            "viem/utils",
            "zod",
          ],
        },
      },
    },
    // Vitest runs them in the order of their names. Last are those with the most files, so that all workers have work until the end.
    projects: [
      project("one process for all files", shared, { isolate: false }),
      // What the application keeps per process is then per file.
      project("one process for each file", own, { isolate: true }),
      project("own modules", modules, { isolate: false, setupFiles: "test/setup-modules.ts" }),
    ],
    pool: "forks",
    // Twice as many as there are cores: they wait for chains, locks, clocks and the disk.
    maxWorkers: 4,
    fileParallelism: true,
    globalSetup: ["test/global-setup.ts"],
    // How long something takes says nothing here: what is waited for comes when the machine has time for it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

interface Sharing {
  isolate: boolean;
  setupFiles?: string;
}

function project(
  name: string,
  paths: readonly string[],
  { isolate, setupFiles = "test/setup.ts" }: Sharing,
) {
  return { test: { name, include: paths.map(asPattern), isolate, setupFiles } };
}

/** Paths of routes have brackets, which a pattern would read as a choice of letters. */
function asPattern(path: string): string {
  return path.replaceAll(/[[\]()]/g, "\\$&");
}
