import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    include: ["**/*.test.ts", "bin/**/*.test.mjs"],
    exclude: ["**/node_modules/**", "e2e/**", "bench/**", ".next/**", ".data*/**"],
    // Each file in a process of its own: what the application keeps per process is then per file.
    pool: "forks",
    maxWorkers: 2,
    fileParallelism: true,
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
