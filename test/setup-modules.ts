import { vi } from "vitest";

// This module runs before each test file of those that share a process, but no module, no setting and no clock: it undoes what
// the file before it left, so that the next one finds what it would find in a process of its own.
const left = globalThis as typeof globalThis & {
  partnerWallet?: unknown;
  beforeFirstFile?: ReturnType<typeof processNow>;
};

function processNow() {
  return { env: process.env, settings: { ...process.env }, atExit: process.listeners("exit") };
}

// Kept in the process, because the variables of this module are among what is loaded anew.
left.beforeFirstFile ??= processNow();
const { env, settings, atExit } = left.beforeFirstFile;

vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
process.env = env;
for (const name of Object.keys(env)) if (!(name in settings)) delete env[name];
Object.assign(env, settings);

for (const listener of process.listeners("exit")) {
  if (!atExit.includes(listener)) process.off("exit", listener);
}

// What the application keeps per process is in this one value and in the variables of its modules.
delete left.partnerWallet;
vi.resetModules();
await import("./setup");
